const MS_PER_SECOND = 1_000;
/** A pass begins when nothing has changed for this time, so that a burst of writes is one pass. */
const QUIET_MS = 1_000;
/** A source that never rests still gets passes. */
const MAX_BURST_MS = 30_000;

/** Decides when the next pass begins: after changes, and at times without any. */
export class PassEvents {
  readonly #everyMs: number;
  #firstAt = 0;
  #lastAt = 0;
  #wake: () => void = () => {};

  /** @param seconds time between two passes without changes */
  constructor(seconds: number) {
    this.#everyMs = seconds * MS_PER_SECOND;
  }

  /** Reports a change of the source. */
  note(): void {
    this.#lastAt = Date.now();
    if (this.#firstAt === 0) this.#firstAt = this.#lastAt;
    this.#wake();
  }

  /** A pass begins: it sees all changes until now. */
  begin(): void {
    this.#firstAt = 0;
  }

  /** Resolves when the next pass should begin. */
  async next(): Promise<void> {
    const dueAt = Date.now() + this.#everyMs;
    for (;;) {
      const now = Date.now();
      const quietAt =
        this.#firstAt === 0 ? dueAt : Math.min(this.#lastAt + QUIET_MS, this.#firstAt + MAX_BURST_MS);
      const waitMs = Math.min(dueAt, quietAt) - now;
      if (waitMs <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
