/** What all sockets of one kind may have unread together, in bytes. A Durable Object has 128 MB. */
export interface PoolBounds {
  readonly members: PoolBound;
  readonly guests: PoolBound;
}

export interface PoolBound {
  /** What nothing speaks for: replays, what came since the last sign of life, and all that a guest was sent. */
  readonly unseen: number;
  /** What only signs of life speak for, which prove no reading. What is more takes the room of the unseen. */
  readonly trusted: number;
}

const MIB = 1024 * 1024;
/** Apart, so that anyone who has a link takes nothing from members. */
export const POOL_BOUNDS: PoolBounds = {
  members: { unseen: 96 * MIB, trusted: 1_024 * MIB },
  guests: { unseen: 16 * MIB, trusted: 0 },
};

/** What a socket holds of its pool, whether the room has closed it or not: what was queued stays until its connection ends. */
export interface Holder {
  readonly held: number;
  /** What it was sent besides, and has only shown signs of life for. */
  readonly trusted: number;
  readonly isClosed: boolean;
}

/** How much the sockets of one kind may not have read yet. What ended connections held comes back when it is counted again. */
export class UnreadPool {
  readonly #bound: PoolBound;
  #held = 0;
  /** What is trusted beyond the bound. */
  #excess = 0;

  constructor(bound: PoolBound) {
    this.#bound = bound;
  }

  get free(): number {
    return Math.max(0, this.#bound.unseen - this.#held - this.#excess);
  }

  /** Whether less than half of it would be held with so many bytes more. */
  hasPlenty(bytes: number): boolean {
    return this.#held + this.#excess + bytes < this.#bound.unseen / 2;
  }

  add(bytes: number): void {
    this.#held += bytes;
  }

  recount(holders: readonly Holder[]): void {
    this.#held = holders.reduce((sum, { held }) => sum + held, 0);
    this.#excess = Math.max(0, trustedOf(holders) - this.#bound.trusted);
  }

  /** Those that hold more than an equal share of what is still free, and are sent to: a crowd that does not read leaves half of the pool. */
  aboveShare<T extends Holder>(holders: readonly T[]): T[] {
    const open = holders.filter(({ isClosed }) => !isClosed);
    return open.filter(({ held }) => held > this.free / open.length);
  }

  /** Where those that are sent to are trusted with too much, the ones with most of it, until a quarter is free: who reads comes back. */
  aboveTrust<T extends Holder>(holders: readonly T[]): T[] {
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

function trustedOf(holders: readonly Holder[]): number {
  return holders.reduce((sum, { trusted }) => sum + trusted, 0);
}
