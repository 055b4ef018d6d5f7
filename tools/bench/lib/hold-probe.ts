import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export interface HoldTask {
  /** The Unix socket at which the runtime takes requests. */
  readonly socket: string;
  /** Of the service. */
  readonly pid: number;
}

export interface HoldProbe {
  /** Since it was asked last: the most that the runtime's thread computed between a knock and its answer, milliseconds. */
  readonly lap: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/**
 * Measures for how long the thread that serves everybody gives nobody a turn: its own computing alone, from the scheduler's count of Linux, so that
 * what others do on the machine is not in it. A knock costs a tenth of a millisecond.
 */
export function startHoldProbe(stateFolder: string, pid: number): HoldProbe {
  const task: HoldTask = { socket: join(stateFolder, "sockets", "worker:0"), pid };
  const thread = new Worker(join(import.meta.dirname, "hold-probe-thread.ts"), { workerData: task });
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
