/** Limits of unread bytes for all sockets of one kind. A Durable Object has 128 MB of memory. */
export interface PoolBounds {
  readonly members: PoolBound;
  readonly guests: PoolBound;
}

export interface PoolBound {
  /** Replays, bytes since the last sign of life, and all bytes sent to guests. */
  readonly unseen: number;
  /** Bytes that only signs of life vouch for. An excess counts against `unseen`. */
  readonly trusted: number;
}

const MIB = 1024 * 1024;
/** Separate pools: link holders cannot use up the members' pool. */
export const POOL_BOUNDS: PoolBounds = {
  members: { unseen: 96 * MIB, trusted: 1_024 * MIB },
  guests: { unseen: 16 * MIB, trusted: 0 },
};

/** A socket's bytes in its pool. They stay until the connection ends, even if the room closed it. */
export interface PoolMember {
  readonly held: number;
  /** Bytes sent before its last sign of life. */
  readonly trusted: number;
  readonly isClosed: boolean;
}

/** Unread bytes of all sockets of one kind. A recount releases the bytes of closed connections. */
export class UnreadPool {
  readonly #bound: PoolBound;
  #held = 0;
  /** Trusted bytes beyond the bound. */
  #excess = 0;

  constructor(bound: PoolBound) {
    this.#bound = bound;
  }

  get free(): number {
    return Math.max(0, this.#bound.unseen - this.#held - this.#excess);
  }

  /** Whether the pool stays less than half full with these bytes. */
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
   * Receiving sockets that hold more than an equal share of the free bytes. A crowd that does not read leaves
   * half of the pool free.
   */
  aboveShare<T extends PoolMember>(holders: readonly T[]): T[] {
    const open = holders.filter(({ isClosed }) => !isClosed);
    return open.filter(({ held }) => held > this.free / open.length);
  }

  /**
   * If the trusted bytes exceed the bound: the sockets with the most, until a quarter is free. A client that
   * reads reconnects.
   */
  aboveTrust<T extends PoolMember>(holders: readonly T[]): T[] {
    const open = holders.filter(({ isClosed }) => !isClosed).toSorted((one, other) => other.trusted - one.trusted);
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
