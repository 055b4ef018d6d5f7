import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../lib/service.ts";

/** Runs the service on a new state folder for as long as it is used. */
export async function withService(use: (origin: string, stateFolder: string) => Promise<void>): Promise<void> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const { origin, stop } = await startService(stateFolder);
    try {
      await use(origin, stateFolder);
    } finally {
      await stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
