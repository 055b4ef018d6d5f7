import type { QueueWait } from "./extraction/acquire-slot.ts";
import { StageTimeout } from "./stage-timeout.ts";

export interface Deadline {
  readonly ms: number;
  /** Beginning of the message that continues with "took longer than …". */
  readonly name: string;
}

/**
 * Deadlines of work outside of stages. The sum of all deadlines is below the 15 minutes of an alarm
 * (https://developers.cloudflare.com/durable-objects/platform/limits/).
 */
export const LOOKING: Deadline = { ms: 40_000, name: "Looking the file up" };
export const RECORDING: Deadline = { ms: 40_000, name: "Recording the progress" };

/** Maximum wait for a slot in one attempt. The next attempt starts soon, and this one does not count. */
const MAX_WAIT_MS = 240_000;

/** Measures the remaining time of a stage. */
class StageTimer {
  readonly #overrun: () => void;
  #leftMs: number;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauses = 0;

  constructor(ms: number, overrun: () => void) {
    this.#leftMs = ms;
    this.#overrun = overrun;
    this.#run();
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    clearTimeout(this.#timer);
    this.#leftMs -= Date.now() - this.#startedAt;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#run();
  }

  /** Stops the timer for good. Later calls of `resume` have no effect. */
  end(): void {
    this.#pauses = Infinity;
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#startedAt = Date.now();
    this.#timer = setTimeout(this.#overrun, Math.max(0, this.#leftMs));
  }
}

/**
 * Enforces the deadline of each stage. The clock stops while the stage waits for a slot in the sandbox queue.
 */
export class StageClock implements QueueWait {
  readonly maxWaitMs = MAX_WAIT_MS;
  #timer: StageTimer | null = null;

  /**
   * Runs a stage's work. If the work exceeds its deadline, the attempt ends. Work that continues meanwhile is
   * harmless, because all its writes assert the asset's state.
   * @throws StageTimeout; a retry may help
   */
  async within<T>({ ms, name }: Deadline, work: () => Promise<T>): Promise<T> {
    const { promise: overrun, reject } = Promise.withResolvers<never>();
    const timer = new StageTimer(ms, () => reject(new StageTimeout(name, ms)));
    this.#timer = timer;
    try {
      return await Promise.race([work(), overrun]);
    } finally {
      timer.end();
    }
  }

  async pause<T>(wait: () => Promise<T>): Promise<T> {
    const timer = this.#timer;
    timer?.pause();
    try {
      return await wait();
    } finally {
      timer?.resume();
    }
  }
}

/**
 * Same as `StageClock.within`, for work that needs no slot.
 * @throws StageTimeout
 */
export async function withinDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  return await new StageClock().within(deadline, work);
}
