/**
 * A reporter for vitest: ends a run whose files have all ended but whose process hangs. Work that a file left
 * behind can keep a test runtime from ending.
 */
import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** Far more than a runtime needs. The reporter's own test sets less. */
const ENDS_WITHIN_MS = Number(process.env["TEST_RUN_ENDS_WITHIN_MS"] ?? 30_000);

// oxlint-disable-next-line import/no-default-export -- as vitest wants it
export default class ForceExitReporter implements Reporter {
  #running = 0;
  readonly #ended: TestModule[] = [];
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    clearTimeout(this.#timer);
    this.#running = specifications.length;
    this.#ended.length = 0;
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended.push(module);
    if (this.#ended.length < this.#running) return;
    this.#timer = setTimeout(() => this.#end(), ENDS_WITHIN_MS);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    clearTimeout(this.#timer);
    this.write(modules, unhandled);
  }

  /** A hook for subclasses that store the outcome. */
  protected write(
    _modules: readonly TestModule[],
    _unhandled: readonly { readonly message: string }[],
  ): void {
    // The default reporter has printed the results already.
  }

  #end(): void {
    this.write(this.#ended, []);
    const failed = this.#ended.filter((module) => !module.ok());
    process.stdout.write(
      `\nAll ${this.#ended.length} files have ended, ${failed.length} of them failed; a runtime has not, and is ended.\n`,
    );
    process.exit(failed.length > 0 ? 1 : 0);
  }
}
