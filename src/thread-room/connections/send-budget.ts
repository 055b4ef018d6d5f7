/** Limits of unread bytes. */
export interface SendBounds {
  /** Bytes that a socket may receive without a sign of life. */
  readonly unseenBytes: number;
  /**
   * Number of renewals of the allowance by signs of life. A sign does not prove that the client reads, so the count
   * is limited.
   */
  readonly renewals: number;
}

/** Twice the size of the log: a client that received a full replay may receive as much again. */
export const MEMBER_BOUNDS: SendBounds = { unseenBytes: 16 * 1024 * 1024, renewals: 3 };
/**
 * Anybody may be a guest, so signs of life do not count. Only a new socket proves that the client read the
 * old one.
 */
export const GUEST_BOUNDS: SendBounds = { unseenBytes: 256 * 1024, renewals: 0 };

/**
 * Bytes sent to one socket. The runtime neither reports its send queue nor limits it, so this budget does. It
 * is in memory only, because the runtime never hibernates an object with queued data.
 */
export class SendBudget {
  readonly #bounds: SendBounds;
  #unseen = 0;
  #renewals = 0;
  /** Time of the last counted sign of life. */
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

  /**
   * Bytes that the room must count as unread. A replay counts until its connection ends, because anybody can
   * request one.
   */
  get held(): number {
    return this.#replayed + this.#heldLive;
  }

  /** Live bytes sent before the last sign of life. A sign does not prove that the client read them. */
  get trusted(): number {
    return this.#trusted;
  }

  /** The longest replay that the socket may receive. */
  get replayBytes(): number {
    return this.#bounds.unseenBytes;
  }

  addReplay(bytes: number): void {
    this.#unseen += bytes;
    this.#replayed += bytes;
  }

  /**
   * Counts the next frames.
   * @param lastSignAt returns the time of the socket's last frame or ping, milliseconds since 1970; called
   * only if it matters
   * @returns false: send nothing more
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

  /** Moves live bytes to `trusted` if the socket showed a sign of life since the last call. */
  trustUntil(lastSignAt: number, now: number): void {
    if (this.#bounds.renewals === 0 || lastSignAt < this.#settledAt) return;
    this.#trusted += this.#heldLive;
    this.#heldLive = 0;
    this.#settledAt = now;
  }
}
