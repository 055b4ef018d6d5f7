/** How far a reader may be behind. */
export interface SendBounds {
  /** What a socket may be sent without a sign of life from it. */
  readonly unseenBytes: number;
  /** How often a sign lets it be sent as much again. A sign does not prove that it reads, so this ends. */
  readonly renewals: number;
}

/** Twice what the log keeps: a newcomer who is sent all of it may be sent as much again. */
export const MEMBER_BOUNDS: SendBounds = { unseenBytes: 16 * 1024 * 1024, renewals: 3 };
/** Anybody may be a guest, so no sign counts: only a new socket proves that the old one was read. */
export const GUEST_BOUNDS: SendBounds = { unseenBytes: 256 * 1024, renewals: 0 };

/**
 * What one socket has been sent. The runtime does not tell what of that still waits in its queue, and never refuses to queue more: this is
 * the bound of the queue. Memory only, because an object that still has something queued is never put to sleep by the runtime.
 */
export class SendBudget {
  readonly #bounds: SendBounds;
  #unseen = 0;
  #renewals = 0;
  /** A sign since then has not been counted yet. */
  #countedAt: number;
  #replayed = 0;
  #heldLive = 0;
  #trusted = 0;
  #settledAt: number;

  constructor(bounds: SendBounds, now: number) {
    this.#bounds = bounds;
    this.#countedAt = now;
    this.#settledAt = now;
  }

  /** What the room must take for unread. A replay, which anybody can ask for at no cost, counts until its connection ends. */
  get held(): number {
    return this.#replayed + this.#heldLive;
  }

  /** What was sent live before its last sign of life: a sign does not prove that it was read, only the end of its connection does. */
  get trusted(): number {
    return this.#trusted;
  }

  /** The longest replay that it may be sent. */
  get replayBytes(): number {
    return this.#bounds.unseenBytes;
  }

  /** Counts what was sent as its replay. */
  addReplay(bytes: number): void {
    this.#unseen += bytes;
    this.#replayed += bytes;
  }

  /**
   * Counts what is to be sent next.
   * @param lastSignAt when the socket has last sent anything, milliseconds since 1970; asked only where it matters
   * @returns false: nothing more may be sent
   */
  tryConsume(bytes: number, lastSignAt: () => number, now: number): boolean {
    if (this.#unseen + bytes > this.#bounds.unseenBytes) {
      if (this.#renewals >= this.#bounds.renewals || lastSignAt() < this.#countedAt) return false;
      this.#renewals += 1;
      this.#countedAt = now;
      this.#unseen = 0;
    }
    this.#unseen += bytes;
    this.#heldLive += bytes;
    return true;
  }

  /** Trusts that what was sent live was read when the socket has shown a sign since this was last done. */
  settle(lastSignAt: number, now: number): void {
    if (this.#bounds.renewals === 0 || lastSignAt < this.#settledAt) return;
    this.#trusted += this.#heldLive;
    this.#heldLive = 0;
    this.#settledAt = now;
  }
}
