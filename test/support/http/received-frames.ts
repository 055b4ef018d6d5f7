import { setTimeout as pause } from "node:timers/promises";
import type { ThreadFrame } from "../../../client/src/index.ts";

const TIMEOUT_MS = 60_000;

/** Every frame that a connection receives, oldest first. */
export class ReceivedFrames {
  readonly frames: ThreadFrame[] = [];
  /** Resolves when the connection has ended for good. */
  readonly ended: Promise<void>;
  #news = Promise.withResolvers<void>();

  constructor(connection: AsyncIterable<ThreadFrame>) {
    this.ended = this.#collect(connection);
  }

  /**
   * Resolves once the received frames match.
   * @returns a copy of them
   */
  async until(wanted: (frames: readonly ThreadFrame[]) => boolean): Promise<ThreadFrame[]> {
    const late = new AbortController();
    const timeout = pause(TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
      throw new Error(`These frames were not enough: ${JSON.stringify(this.frames).slice(-2_000)}`);
    });
    timeout.catch(() => {});
    try {
      while (!wanted(this.frames)) await Promise.race([this.#news.promise, timeout]);
      return [...this.frames];
    } finally {
      late.abort();
    }
  }

  /**
   * Waits until that many answers have ended.
   * @returns the frames so far
   */
  async untilAnswers(count: number): Promise<ThreadFrame[]> {
    const all = await this.until((frames) => answersIn(frames) >= count);
    const last = all.filter(isEndOfAnswer)[count - 1];
    return all.slice(0, all.findIndex((frame) => frame === last) + 1);
  }

  async #collect(connection: AsyncIterable<ThreadFrame>): Promise<void> {
    for await (const frame of connection) {
      this.frames.push(frame);
      this.#news.resolve();
      this.#news = Promise.withResolvers();
    }
  }
}

/** The number of completed answers in these frames. */
export function answersIn(frames: readonly ThreadFrame[]): number {
  return frames.filter(isEndOfAnswer).length;
}

/** Answers come from the service. Text messages come from people. */
function isEndOfAnswer({ textV1 }: ThreadFrame): boolean {
  return textV1?.isDone === true && textV1.createdBy.every((byte) => byte === 0);
}
