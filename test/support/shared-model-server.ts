import type { TestProject } from "vitest/node";
import { startChatServer } from "./chat-server.ts";
import { startModelServer } from "./model-server.ts";
import { startReceiver } from "./receiver.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where embedding models of the test server answer: `/<behaviour>/v1` below it. */
    modelServer: string;
    /** Where language models do: `/<behaviour>/v1` below it. */
    chatServer: string;
    /** Where the receiver of webhooks answers. */
    receiver: string;
  }
}

/** Servers of embedding and language models and a receiver of webhooks for tests inside workerd, which can open none; vitest's `globalSetup` calls it. @returns what ends it */
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
