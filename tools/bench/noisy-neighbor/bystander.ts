import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { CpuTimes } from "../lib/service-threads.ts";

export interface BystanderTask {
  readonly origin: string;
  readonly authorization: string;
  /** Process id of the service. */
  readonly pid: number;
}

export interface Worst {
  /** Duration of the slowest read, in milliseconds. */
  readonly ms: number;
  /**
   * Most CPU time that the answering threads used while a read waited, which is the delay caused by the
   * service itself.
   */
  readonly held: CpuTimes;
  /** Failed and rejected reads. */
  readonly broken: number;
}

/** Measurements of a bystander since the last call. */
export interface Lap {
  readonly status: Worst;
  readonly read: Worst;
}

/** The worse of two measurements. */
export function worseLap(one: Lap, other: Lap): Lap {
  return { status: worse(one.status, other.status), read: worse(one.read, other.read) };
}

export function worse(one: Worst, other: Worst): Worst {
  const held = sumOf(other.held) > sumOf(one.held) ? other.held : one.held;
  return { ms: Math.max(one.ms, other.ms), held, broken: one.broken + other.broken };
}

export function sumOf({ gateway, runtime }: CpuTimes): number {
  return gateway + runtime;
}

export interface Bystander {
  readonly lap: () => Promise<Lap>;
  readonly stop: () => Promise<void>;
}

/** Starts a user of another organization who reads `/status` and their own collections repeatedly. */
export function startBystander(task: BystanderTask): Bystander {
  const thread = new Worker(join(import.meta.dirname, "bystander-thread.ts"), { workerData: task });
  return {
    lap: async () => {
      thread.postMessage("lap");
      const [lap] = (await once(thread, "message")) as [Lap];
      return lap;
    },
    stop: async () => {
      await thread.terminate();
    },
  };
}
