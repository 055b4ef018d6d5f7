/** Limits of unread bytes for one socket. */
export interface SendBounds {
  /** Bytes that a socket may receive without sending a frame or ping. */
  readonly unseenBytes: number;
  /**
   * Number of times that a frame or ping renews the allowance. It is limited, because a ping does not prove
   * that the client reads.
   */
  readonly renewals: number;
}

/** Twice the size of the log. So a client that received a full replay may receive as much again. */
export const MEMBER_BOUNDS: SendBounds = { unseenBytes: 16 * 1024 * 1024, renewals: 3 };
/**
 * Limits for guests. Anybody may be a guest, so their pings renew nothing. Only a new socket proves that the
 * client read the frames of its old one.
 */
export const GUEST_BOUNDS: SendBounds = { unseenBytes: 256 * 1024, renewals: 0 };

/**
 * Counts the bytes sent to one socket, because the runtime neither reports nor limits its send queue. The
 * budget is in memory only, because the runtime never hibernates an object with queued data.
 */
export class SendBudget {
  readonly #bounds: SendBounds;
  #unseen = 0;
  #renewals = 0;
  /** Time of the last renewal of the allowance. */
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
   * request replays.
   */
  get held(): number {
    return this.#replayed + this.#heldLive;
  }

  /**
   * Bytes of broadcasts sent before the last frame or ping. A ping does not prove that the client read them.
   */
  get trusted(): number {
    return this.#trusted;
  }

  /** Size in bytes of the longest replay that the socket may receive. */
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
   * only if the allowance is used up
   * @returns false if the socket may receive nothing more
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

  /**
   * Moves counted bytes of broadcasts to `trusted` if the socket sent a frame or ping since the last call.
   */
  trustUntil(lastSignAt: number, now: number): void {
    if (this.#bounds.renewals === 0 || lastSignAt < this.#settledAt) return;
    this.#trusted += this.#heldLive;
    this.#heldLive = 0;
    this.#settledAt = now;
  }
}
