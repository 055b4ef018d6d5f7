import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HoldProbe, startHoldProbe } from "../lib/hold-probe.ts";
import { startService } from "../lib/service.ts";
import { ServiceThreads } from "../lib/thread-time.ts";

type Use = (origin: string, stateFolder: string, threads: ServiceThreads, holds: HoldProbe) => Promise<void>;

/** Runs the service on a new state folder during `use`. */
export async function withService(use: Use): Promise<void> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const { origin, pid, stop } = await startService(stateFolder);
    const holds = startHoldProbe(stateFolder, pid);
    try {
      await use(origin, stateFolder, new ServiceThreads(pid), holds);
    } finally {
      await holds.stop();
      await stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
