import { Failure } from "../failure.ts";
import { oneLine, pluralize, print, printNote } from "../terminal.ts";
import type { StepReport } from "./apply-plan.ts";
import type { SyncPlan } from "./plan-sync.ts";
import type { SyncedFile } from "./sync-state.ts";

type Action = StepReport["action"];
type Counts = Record<Action, number>;

const ACTION_WIDTH = "change".length;

/** Prints the steps of a pass, as lines or as JSON lines, and its sum. */
export class PassReport {
  readonly #isJson: boolean;
  readonly #counts: Counts = { add: 0, change: 0, move: 0, delete: 0 };
  #failed: number;

  /** @param failures files that could not be read */
  constructor(isJson: boolean, failures: number) {
    this.#isJson = isJson;
    this.#failed = failures;
  }

  add(step: StepReport): void {
    if (step.failure === "") this.#counts[step.action] += 1;
    else this.#failed += 1;
    this.#print(step);
  }

  /** Ends a dry run. */
  endPlan({ add, change, move, remove, unchanged }: SyncPlan): void {
    for (const { file } of add) this.add({ action: "add", path: file.path, assetId: "", failure: "" });
    for (const { file } of change) this.add({ action: "change", path: file.path, assetId: "", failure: "" });
    for (const { file, from } of move)
      this.add({ action: "move", path: file.path, from: from.path, assetId: from.assetId, failure: "" });
    for (const { path, assetId } of remove) this.add({ action: "delete", path, assetId, failure: "" });
    if (this.#isJson) print(JSON.stringify({ summary: { ...this.#counts, unchanged, isDryRun: true } }));
    else printNote(`Dry run: ${this.#sum()}; ${unchanged} unchanged. Nothing was changed.`);
  }

  /** @throws Failure if a step failed */
  end(files: Iterable<SyncedFile>): void {
    const all = [...files];
    const unreadable = all.filter(({ state }) => state === "failed").length;
    const steps = Object.values(this.#counts).reduce((sum, count) => sum + count, this.#failed);
    if (this.#isJson)
      print(
        JSON.stringify({ summary: { ...this.#counts, failed: this.#failed, files: all.length, unreadable } }),
      );
    else if (steps === 0)
      printNote(`Nothing to do: ${pluralize(all.length, "file is", "files are")} in step.`);
    else printNote(`${this.#sum()}; ${pluralize(all.length, "file")} in the collection.`);
    if (unreadable > 0 && !this.#isJson)
      printNote(`The service cannot read ${pluralize(unreadable, "file")}; knowledge ls shows the reasons.`);
    if (this.#failed > 0) throw new Failure(`${pluralize(this.#failed, "file")} failed.`);
  }

  #sum(): string {
    const { add, change, move, delete: gone } = this.#counts;
    return `${add} added, ${change} changed, ${move} moved, ${gone} deleted`;
  }

  #print(step: StepReport): void {
    if (this.#isJson) return print(JSON.stringify(step));
    const { action, path, from, failure } = step;
    const origin = from === undefined ? "" : ` (from ${oneLine(from)})`;
    const word = failure === "" ? action : "failed";
    print(`${word.padEnd(ACTION_WIDTH)}  ${oneLine(path)}${origin}${failure && `: ${oneLine(failure)}`}`);
  }
}
