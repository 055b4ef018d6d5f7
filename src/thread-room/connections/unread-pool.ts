/** Limits of unread bytes for all sockets of one kind. A Durable Object has 128 MB of memory. */
export interface PoolBounds {
  readonly members: PoolBound;
  readonly guests: PoolBound;
}

export interface PoolBound {
  /** Limit in bytes for replays, broadcasts since the last frame or ping, and all broadcasts to guests. */
  readonly unseen: number;
  /**
   * Limit in bytes for broadcasts sent before the last frame or ping. Bytes above this limit count against
   * `unseen`.
   */
  readonly trusted: number;
}

const MIB = 1024 * 1024;
/** Members and guests have separate pools, so guests cannot use up the members' pool. */
export const POOL_BOUNDS: PoolBounds = {
  members: { unseen: 96 * MIB, trusted: 1_024 * MIB },
  guests: { unseen: 16 * MIB, trusted: 0 },
};

/** Bytes of a socket in its pool. They count until the connection ends, even if the room closed it. */
export interface PoolMember {
  readonly held: number;
  /** Bytes sent before the socket's last frame or ping. */
  readonly trusted: number;
  readonly isClosed: boolean;
}

/** Counts the unread bytes of all sockets of one kind. A recount releases the bytes of ended connections. */
export class UnreadPool {
  readonly #bound: PoolBound;
  #held = 0;
  /** Trusted bytes above the pool's limit. */
  #excess = 0;

  constructor(bound: PoolBound) {
    this.#bound = bound;
  }

  get free(): number {
    return Math.max(0, this.#bound.unseen - this.#held - this.#excess);
  }

  /** Whether the pool stays less than half full after adding these bytes. */
  hasPlenty(bytes: number): boolean {
    return this.#held + this.#excess + bytes < this.#bound.unseen / 2;
  }

  add(bytes: number): void {
    this.#held += bytes;
  }

  recount(holders: readonly PoolMember[]): void {
    this.#held = holders.reduce((sum, { held }) => sum + held, 0);
    this.#excess = Math.max(0, trustedOf(holders) - this.#bound.trusted);
  }

  /**
   * Open sockets that hold more than an equal share of the free bytes. So many sockets that do not read still
   * leave half of the pool free.
   */
  aboveShare<T extends PoolMember>(holders: readonly T[]): T[] {
    const open = holders.filter(({ isClosed }) => !isClosed);
    return open.filter(({ held }) => held > this.free / open.length);
  }

  /**
   * The open sockets with the most trusted bytes, until a quarter of the limit is free. Returns none below
   * the limit. A closed client that does read can reconnect.
   */
  aboveTrust<T extends PoolMember>(holders: readonly T[]): T[] {
    const open = holders
      .filter(({ isClosed }) => !isClosed)
      .toSorted((one, other) => other.trusted - one.trusted);
    let trusted = trustedOf(open);
    if (trusted <= this.#bound.trusted) return [];
    return open.filter((holder) => {
      if (trusted <= this.#bound.trusted * 0.75) return false;
      trusted -= holder.trusted;
      return true;
    });
  }
}

function trustedOf(holders: readonly PoolMember[]): number {
  return holders.reduce((sum, { trusted }) => sum + trusted, 0);
}
