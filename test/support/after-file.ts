import { afterAll } from "vitest";

/** Cleans up after the test file, if it is one that asks: what `globalSetup` starts, it ends itself. */
export function afterFile(cleanUp: () => Promise<void>): void {
  if (process.env["VITEST_WORKER_ID"] !== undefined) afterAll(cleanUp);
}
