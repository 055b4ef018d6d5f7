/** How far a reader may be behind. */
export interface ReaderBounds {
  /** What a socket may be sent without a sign of life from it. */
  readonly unseenBytes: number;
  /** How often a sign lets it be sent as much again. A sign does not prove that it reads, so this ends. */
  readonly renewals: number;
}

/** Twice what the log keeps: a newcomer who is sent all of it may be sent as much again. */
export const READER_BOUNDS: ReaderBounds = { unseenBytes: 16 * 1024 * 1024, renewals: 3 };

/**
 * What one socket has been sent. The runtime does not tell what of that still waits in its queue, and never refuses to queue more: this is
 * the bound of the queue. Memory only, because an object that still has something queued is never put to sleep by the runtime.
 */
export class ReaderAccount {
  readonly #bounds: ReaderBounds;
  #unseen = 0;
  #renewals = 0;
  /** A sign since then has not been counted yet. */
  #countedAt: number;

  constructor(bounds: ReaderBounds, now: number) {
    this.#bounds = bounds;
    this.#countedAt = now;
  }

  /** Counts what has been sent in any case. */
  add(bytes: number): void {
    this.#unseen += bytes;
  }

  /**
   * Counts what is to be sent next.
   * @param lastSignAt when the socket has last sent anything, milliseconds since 1970; asked only where it matters
   * @returns false: nothing more may be sent
   */
  takes(bytes: number, lastSignAt: () => number, now: number): boolean {
    if (this.#unseen + bytes > this.#bounds.unseenBytes) {
      if (this.#renewals >= this.#bounds.renewals || lastSignAt() < this.#countedAt) return false;
      this.#renewals += 1;
      this.#countedAt = now;
      this.#unseen = 0;
    }
    this.#unseen += bytes;
    return true;
  }
}
