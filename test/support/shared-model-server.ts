import type { TestProject } from "vitest/node";
import { startModelServer } from "./model-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where embedding models of the test server answer: `/<behaviour>/v1` below it. */
    modelServer: string;
  }
}

/** A server of embedding models for tests inside workerd, which can open none; vitest's `globalSetup` calls it. @returns what ends it */
export async function setup(project: TestProject): Promise<() => void> {
  const { urlOf, close } = await startModelServer(384);
  project.provide("modelServer", new URL(urlOf("plain")).origin);
  return close;
}
