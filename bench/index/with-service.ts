import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../lib/service.ts";
import { ServiceThreads } from "../lib/thread-time.ts";

/** Runs the service on a new state folder for as long as it is used. */
export async function withService(use: (origin: string, stateFolder: string, threads: ServiceThreads) => Promise<void>): Promise<void> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const { origin, pid, stop } = await startService(stateFolder);
    try {
      await use(origin, stateFolder, new ServiceThreads(pid));
    } finally {
      await stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
