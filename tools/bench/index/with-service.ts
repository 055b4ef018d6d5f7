import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventLoopLagProbe, startEventLoopLagProbe } from "../lib/event-loop-lag.ts";
import { startService } from "../lib/service.ts";
import { ServiceThreads } from "../lib/service-threads.ts";

type Use = (
  origin: string,
  stateFolder: string,
  threads: ServiceThreads,
  holds: EventLoopLagProbe,
) => Promise<void>;

/** Runs the service on a new state folder during `use`. */
export async function withService(use: Use): Promise<void> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const { origin, pid, stop } = await startService(stateFolder);
    const holds = startEventLoopLagProbe(stateFolder, pid);
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
