/** A reporter for vitest: writes the outcome of every scheduled file, also of a file that never loaded. */
import { writeFileSync } from "node:fs";
import type { TestModule } from "vitest/node";
import ForceExitReporter from "../lib/force-exit-reporter.ts";
import { type FileOutcome, type Outcome, OUTCOME_FILE } from "./outcome.ts";

// oxlint-disable-next-line import/no-default-export -- as vitest wants it
export default class OutcomeReporter extends ForceExitReporter {
  protected override write(
    modules: readonly TestModule[],
    unhandled: readonly { readonly message: string }[],
  ): void {
    const path = process.env[OUTCOME_FILE];
    if (path === undefined) throw new Error(`${OUTCOME_FILE} is not set.`);
    const all: Outcome = { files: modules.map(outcomeOf), errors: unhandled.map(firstLine) };
    writeFileSync(path, JSON.stringify(all));
  }
}

function outcomeOf(module: TestModule): FileOutcome {
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    return { name: test.fullName, state, error: firstLine(errors?.[0]) };
  });
  const state = module.state();
  const errors = [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
  ].map(firstLine);
  const isEnded =
    state !== "queued" && state !== "pending" && tests.every((test) => test.state !== "pending");
  return {
    project: module.project.name,
    path: module.relativeModuleId,
    isWhole:
      isEnded && errors.length === 0 && (state !== "failed" || tests.some((test) => test.state === "failed")),
    errors,
    tests,
  };
}

function firstLine(error: { readonly message: string } | undefined): string {
  return error?.message.split("\n", 1)[0] ?? "";
}
