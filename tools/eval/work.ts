import { Failure, firstLine } from "../../scripts/lib/failure.ts";
import type { Scenario } from "./data/plan-scenarios.ts";

const TOLD_EVERY = 100;
/** More failures indicate a broken service rather than a difficult question. */
const MAX_FAILURES = 20;

/** Counts all questions of all trials, prints the progress and continues after failures. */
export class Work {
  readonly failed: string[] = [];
  readonly #total: number;
  readonly #tell: (line: string) => void;
  #done = 0;

  constructor(trials: readonly Scenario[], tell: (line: string) => void) {
    this.#total = trials.reduce(
      (sum, { questions, conversations }) => sum + questions.length + conversations.length,
      0,
    );
    this.#tell = tell;
  }

  /** @returns null after a failure. @throws Failure after too many */
  async attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const line = `${name}: ${firstLine(error)}`;
      this.failed.push(line);
      this.#tell(`failed: ${line}`);
      if (this.failed.length > MAX_FAILURES)
        throw new Failure(`More than ${MAX_FAILURES} questions failed; the last one, ${line}`);
      return null;
    } finally {
      this.#done += 1;
      if (this.#done % TOLD_EVERY === 0 || this.#done === this.#total)
        this.#tell(`${this.#done} of ${this.#total} questions asked`);
    }
  }
}
