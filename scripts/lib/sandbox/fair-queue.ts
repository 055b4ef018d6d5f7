/** A job's permission to run. */
export interface Slot {
  release(): void;
}

interface Waiting {
  readonly owner: string;
  readonly isUrgent: boolean;
  readonly take: (slot: Slot | null) => void;
}

export interface QueueLimits {
  readonly maxWaitMs: number;
  /** Maximum number of waiting jobs. */
  readonly maxWaiting: number;
  /** Maximum number of waiting jobs per owner. */
  readonly maxWaitingPerOwner: number;
  /** An urgent job goes before all others, and counts apart from them. */
  readonly isUrgent?: boolean;
}

/** Idle owners whose last job the queue remembers. */
const MAX_REMEMBERED = 1_000;

/** Limits for a job that holds its input while it waits. */
const SHORT: QueueLimits = { maxWaitMs: 25_000, maxWaiting: 64, maxWaitingPerOwner: 64 };

/**
 * Limits concurrent jobs. Urgent jobs go first. Owners take turns: the owner with the fewest running jobs goes
 * first; on a tie, the one whose last job began earliest. No owner gets all slots, so one owner's files do not
 * delay another's.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** The start of each owner's last job, counted in jobs. */
  readonly #lastStarted = new Map<string, number>();
  #startedJobs = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** @returns null if the queue is full or no slot becomes free in time */
  async acquire(
    owner: string,
    { maxWaitMs, maxWaiting, maxWaitingPerOwner, isUrgent = false }: QueueLimits = SHORT,
  ): Promise<Slot | null> {
    const alike = this.#waiting.filter((waiting) => waiting.isUrgent === isUrgent);
    const own = alike.filter((waiting) => waiting.owner === owner);
    if (alike.length >= maxWaiting || own.length >= maxWaitingPerOwner) return null;
    const { promise, resolve: take } = Promise.withResolvers<Slot | null>();
    const waiting = { owner, isUrgent, take };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      take(null);
    }, maxWaitMs);
    this.#next();
    const slot = await promise;
    clearTimeout(timer);
    return slot;
  }

  #next(): void {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (running >= this.#slots) return;
    const most = Math.max(1, this.#slots - 1);
    const countOf = ({ owner }: Waiting): number => this.#running.get(owner) ?? 0;
    const lastOf = ({ owner }: Waiting): number => this.#lastStarted.get(owner) ?? 0;
    const [first] = this.#waiting
      .filter((waiting) => countOf(waiting) < most)
      .toSorted(
        (a, b) => Number(b.isUrgent) - Number(a.isUrgent) || countOf(a) - countOf(b) || lastOf(a) - lastOf(b),
      );
    if (first === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running.set(first.owner, countOf(first) + 1);
    this.#lastStarted.set(first.owner, (this.#startedJobs += 1));
    this.#forget();
    first.take(this.#slotOf(first.owner));
  }

  /** An idle owner counts as a new one. */
  #forget(): void {
    if (this.#lastStarted.size <= MAX_REMEMBERED) return;
    const waiting = new Set(this.#waiting.map(({ owner }) => owner));
    for (const owner of this.#lastStarted.keys())
      if (!waiting.has(owner) && !this.#running.has(owner)) this.#lastStarted.delete(owner);
  }

  #slotOf(owner: string): Slot {
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        const left = (this.#running.get(owner) ?? 1) - 1;
        if (left === 0) this.#running.delete(owner);
        else this.#running.set(owner, left);
        this.#next();
      },
    };
  }
}
