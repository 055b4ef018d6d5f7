/** A running job's place. */
export interface Turn {
  end(): void;
}

interface Waiting {
  readonly owner: string;
  readonly take: (turn: Turn | null) => void;
}

export interface Patience {
  readonly maxWaitMs: number;
  /** Maximum number of waiting jobs. */
  readonly maxWaiting: number;
  /** Maximum number of waiting jobs per owner. */
  readonly maxWaitingPerOwner: number;
}

/** Idle owners whose last job the queue remembers. */
const MAX_REMEMBERED = 1_000;

/** For a job that holds its input while it waits. */
const SHORT: Patience = { maxWaitMs: 25_000, maxWaiting: 64, maxWaitingPerOwner: 64 };

/**
 * Limits concurrent jobs. Owners take turns: the owner with the fewest running jobs goes first; on a tie, the
 * one whose last job began earliest. No owner gets all places, so one owner's files do not delay another's.
 */
export class FairQueue {
  readonly #places: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** The start of each owner's last job, counted in jobs. */
  readonly #lastBegan = new Map<string, number>();
  #begun = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** @returns null if the queue is full or no place becomes free in time */
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

  /** An idle owner counts as a new one. */
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
