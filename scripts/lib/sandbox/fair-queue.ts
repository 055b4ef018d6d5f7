/** A place among the jobs that run. */
export interface Turn {
  end(): void;
}

interface Waiting {
  readonly owner: string;
  readonly take: (turn: Turn | null) => void;
}

export interface Patience {
  readonly maxWaitMs: number;
  /** Jobs that may wait at once. */
  readonly maxWaiting: number;
  /** Jobs of one owner that may wait at once. */
  readonly maxWaitingPerOwner: number;
}

/** Owners whose last job is remembered without a job that waits or runs. */
const MAX_REMEMBERED = 1_000;

/** For a job that holds its input while it waits. */
const SHORT: Patience = { maxWaitMs: 25_000, maxWaiting: 64, maxWaitingPerOwner: 64 };

/**
 * Lets so many jobs run at once. Owners take turns: the owner with the fewest running jobs goes first, of several the one whose last job began
 * longest ago. No owner has all places, so one owner's files do not keep another's waiting.
 */
export class FairQueue {
  readonly #places: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** When the last job of an owner began, counted in jobs; of owners who have jobs. */
  readonly #lastBegan = new Map<string, number>();
  #begun = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** @returns null when the queue is full, or no place is free in time */
  async turn(owner: string, { maxWaitMs, maxWaiting, maxWaitingPerOwner }: Patience = SHORT): Promise<Turn | null> {
    const isOwners = (waiting: Waiting): boolean => waiting.owner === owner;
    if (this.#waiting.length >= maxWaiting || this.#waiting.filter(isOwners).length >= maxWaitingPerOwner) return null;
    const { promise, resolve: take } = Promise.withResolvers<Turn | null>();
    const waiting = { owner, take };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      take(null);
    }, maxWaitMs);
    this.#next();
    const turn = await promise;
    clearTimeout(timer);
    return turn;
  }

  #next(): void {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (running >= this.#places) return;
    const most = Math.max(1, this.#places - 1);
    const countOf = ({ owner }: Waiting): number => this.#running.get(owner) ?? 0;
    const lastOf = ({ owner }: Waiting): number => this.#lastBegan.get(owner) ?? 0;
    const [first] = this.#waiting
      .filter((waiting) => countOf(waiting) < most)
      .toSorted((a, b) => countOf(a) - countOf(b) || lastOf(a) - lastOf(b));
    if (first === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running.set(first.owner, countOf(first) + 1);
    this.#lastBegan.set(first.owner, (this.#begun += 1));
    this.#forget();
    first.take(this.#turnOf(first.owner));
  }

  /** An owner who has no job any more is as good as a new one. */
  #forget(): void {
    if (this.#lastBegan.size <= MAX_REMEMBERED) return;
    const waiting = new Set(this.#waiting.map(({ owner }) => owner));
    for (const owner of this.#lastBegan.keys()) if (!waiting.has(owner) && !this.#running.has(owner)) this.#lastBegan.delete(owner);
  }

  #turnOf(owner: string): Turn {
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        const left = (this.#running.get(owner) ?? 1) - 1;
        if (left === 0) this.#running.delete(owner);
        else this.#running.set(owner, left);
        this.#next();
      },
    };
  }
}
