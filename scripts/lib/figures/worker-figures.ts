import { type BuiltModule, gzipBytes } from "../build-worker.ts";
import { SANDBOX_CONFIG, WRANGLER_CONFIG } from "../project.ts";
import { countStartupCalls } from "./count-startup-calls.ts";

export interface WorkerFigures {
  readonly worker: WorkerName;
  readonly gzipBytes: number;
  readonly startupCalls: number;
}

export type WorkerName = "service" | "sandbox";

export const WORKER_CONFIGS: Readonly<Record<WorkerName, string>> = {
  service: WRANGLER_CONFIG,
  sandbox: SANDBOX_CONFIG,
};

/**
 * What each Worker may cost. Cloudflare accepts 10 MB and one second of CPU time at startup. 300,000 calls
 * take about 300 ms on two busy cores, most of them in the schemas of zod and drizzle.
 */
export const WORKER_BUDGETS: Readonly<Record<WorkerName, Omit<WorkerFigures, "worker">>> = {
  service: { gzipBytes: 1.5 * 1024 * 1024, startupCalls: 300_000 },
  sandbox: { gzipBytes: 1.5 * 1024 * 1024, startupCalls: 20_000 },
};

/** @param modules of a build, by the name of the Worker */
export async function workerFigures(
  worker: WorkerName,
  modules: readonly BuiltModule[],
): Promise<WorkerFigures> {
  return { worker, gzipBytes: gzipBytes(modules), startupCalls: await countStartupCalls(modules) };
}
