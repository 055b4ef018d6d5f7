import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { removeFolders } from "../fixtures/folders.ts";
import { makeMigratedState } from "./migrated-state.ts";
import { type RemoteService, startTestService, tokensOf } from "../http/service.ts";

declare module "vitest" {
  interface ProvidedContext {
    sharedService: { readonly url: string; readonly dir: string };
  }
}

/**
 * Starts the service that test files share. Vitest's `globalSetup` calls it.
 * @returns the teardown
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await makeMigratedState();
  const service = await startTestService({ vars: { RATE_LIMITS: "off", CRAWL_ALLOW_LOOPBACK: "true" } });
  project.provide("sharedService", { url: service.url, dir: service.dir });
  return async () => {
    await service.kill("SIGKILL");
    await removeFolders();
  };
}

/**
 * The shared service for files that do not stop it, read its state folder or change settings. It has no rate
 * limits and may fetch from loopback.
 */
export function sharedService(): RemoteService {
  const { url, dir } = inject("sharedService");
  return { url, ...tokensOf(dir) };
}
