import { Failure, firstLine } from "../../scripts/lib/failure.ts";
import type { Trial } from "./data/plan-trials.ts";

const TOLD_EVERY = 100;
/** With more failures it is the service that is wrong, not a question. */
const MAX_FAILURES = 20;

/** What is to be asked in all trials: counts it, tells how far it is, and goes on behind a question that fails. */
export class Work {
  readonly failed: string[] = [];
  readonly #total: number;
  readonly #tell: (line: string) => void;
  #done = 0;

  constructor(trials: readonly Trial[], tell: (line: string) => void) {
    this.#total = trials.reduce((sum, { questions, conversations }) => sum + questions.length + conversations.length, 0);
    this.#tell = tell;
  }

  /** @returns null when it failed. @throws Failure when too much has */
  async attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const line = `${name}: ${firstLine(error)}`;
      this.failed.push(line);
      this.#tell(`failed: ${line}`);
      if (this.failed.length > MAX_FAILURES) throw new Failure(`More than ${MAX_FAILURES} questions failed; the last one, ${line}`);
      return null;
    } finally {
      this.#done += 1;
      if (this.#done % TOLD_EVERY === 0 || this.#done === this.#total) this.#tell(`${this.#done} of ${this.#total} questions are asked`);
    }
  }
}
