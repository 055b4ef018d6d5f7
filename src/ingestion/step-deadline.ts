import type { Patience } from "./reading/turn.ts";
import { StageOverran } from "./stage-overran.ts";

export interface Deadline {
  readonly ms: number;
  /** The beginning of a sentence that continues "took longer than …". */
  readonly name: string;
}

/** The two that belong to no stage. With those of the stages, less than the 15 minutes that the platform gives an alarm. */
export const LOOKING: Deadline = { ms: 40_000, name: "Looking the file up" };
export const RECORDING: Deadline = { ms: 40_000, name: "Recording the progress" };

/** A file waits no longer in one attempt. The next attempt begins soon, and does not count. */
const MAX_WAIT_MS = 240_000;

/** The time that a stage has left. */
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

  /** It runs no further, whatever resumes it. */
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
 * Ends each stage of an attempt when its time is over. Waiting for a turn is not the stage's doing, so the clock stands still meanwhile.
 */
export class StageClock implements Patience {
  readonly maxWaitMs = MAX_WAIT_MS;
  #timer: StageTimer | null = null;

  /**
   * Gives what the stage's work gives. If the stage takes longer than it may, the attempt is over. The work then continues and nobody waits
   * for it, which does no harm: all its writes assert that the asset is where the stage found it.
   * @throws StageOverran; trying again may help
   */
  async within<T>({ ms, name }: Deadline, work: () => Promise<T>): Promise<T> {
    const { promise: overrun, reject } = Promise.withResolvers<never>();
    const timer = new StageTimer(ms, () => reject(new StageOverran(name, ms)));
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

/** As `StageClock.within`, for work that waits for no turn. @throws StageOverran */
export async function withinDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  return await new StageClock().within(deadline, work);
}
