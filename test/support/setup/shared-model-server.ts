import type { TestProject } from "vitest/node";
import { startChatServer } from "../fixtures/chat-server.ts";
import { startModelServer } from "../fixtures/model-server.ts";
import { startReceiver } from "../fixtures/receiver.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The base URL of embedding models: `/<behaviour>/v1` below it. */
    modelServer: string;
    /** The base URL of language models: `/<behaviour>/v1` below it. */
    chatServer: string;
    /** The URL of the webhook receiver. */
    receiver: string;
  }
}

/**
 * Starts model servers and a webhook receiver for tests inside workerd, which cannot open servers. Vitest's
 * `globalSetup` calls it.
 * @returns the teardown
 */
export async function setup(project: TestProject): Promise<() => void> {
  const { urlOf, close } = await startModelServer(384);
  project.provide("modelServer", new URL(urlOf("plain")).origin);
  const chat = await startChatServer();
  project.provide("chatServer", new URL(chat.urlOf("plain")).origin);
  const receiver = await startReceiver();
  project.provide("receiver", receiver.origin);
  return () => {
    close();
    chat.close();
    receiver.close();
  };
}
