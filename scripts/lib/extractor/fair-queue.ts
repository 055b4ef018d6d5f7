/** A place among the jobs that run. */
export interface Turn {
  end(): void;
}

interface Waiting {
  readonly owner: string;
  readonly take: (turn: Turn | null) => void;
}

const MAX_WAITING = 64;
const MAX_WAIT_MS = 25_000;

/**
 * Lets so many jobs run at once. Owners take turns: the one with fewest running goes first, and nobody has all places, so that one owner's
 * files do not keep another's waiting.
 */
export class FairQueue {
  readonly #places: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  /** @returns null when it is not to be expected soon */
  async turn(owner: string): Promise<Turn | null> {
    if (this.#waiting.length >= MAX_WAITING) return null;
    const { promise, resolve: take } = Promise.withResolvers<Turn | null>();
    const waiting = { owner, take };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      take(null);
    }, MAX_WAIT_MS);
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
    const [first] = this.#waiting.filter((waiting) => countOf(waiting) < most).toSorted((a, b) => countOf(a) - countOf(b));
    if (first === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running.set(first.owner, countOf(first) + 1);
    first.take(this.#turnOf(first.owner));
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
