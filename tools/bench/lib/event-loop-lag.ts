import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export interface LagTask {
  /** The Unix socket of the runtime. */
  readonly socket: string;
  /** Process id of the service. */
  readonly pid: number;
}

export interface EventLoopLagProbe {
  /** Most CPU milliseconds of the runtime's thread between a probe and its response, since the last call. */
  readonly lap: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/**
 * Measures the longest time without a yield of the thread that serves all requests. It counts only that
 * thread's CPU time, from Linux's scheduler statistics, so other load does not distort it. A probe costs 0.1
 * ms.
 */
export function startEventLoopLagProbe(stateFolder: string, pid: number): EventLoopLagProbe {
  const task: LagTask = { socket: join(stateFolder, "sockets", "worker:0"), pid };
  const thread = new Worker(join(import.meta.dirname, "event-loop-lag-thread.ts"), { workerData: task });
  return {
    lap: async () => {
      const told = once(thread, "message");
      thread.postMessage("lap");
      const [longest] = (await told) as [number];
      return longest;
    },
    stop: async () => {
      await thread.terminate();
    },
  };
}
