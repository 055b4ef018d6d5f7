import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../../scripts/lib/find-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserAddress: string;
  }
}

/**
 * Starts the browser that all test files share. Vitest's `globalSetup` calls it.
 * @returns the teardown
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error("There is no Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM.");
  const server = await chromium.launchServer({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic"],
  });
  project.provide("browserAddress", server.wsEndpoint());
  return async () => await server.close();
}
