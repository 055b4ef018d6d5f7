/**
 * `npm run test:mutants`: makes one mutation after the other in a copy of the code and names the test of `npm
 * test` that fails. The exit status is 1 if no test failed for one of them.
 *
 * Not Stryker: it generates thousands of mutations and empties whole templates, while half of our rules are
 * SQL. It also enables mutations inside the test process, so the service that test/e2e starts does not have
 * them.
 */
import { Failure, run } from "../../scripts/lib/failure.ts";
import type { Break } from "./break.ts";
import { CopiedTree } from "./copied-tree.ts";
import { readMutantOptions } from "./options.ts";
import { type Outcome, runTests } from "./test-run.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function sayBreak({ name, breaks }: Break): void {
  say(`${name}: ${breaks}`);
}

function sayOutcome(outcome: Outcome, seconds: number): void {
  if (outcome.kind === "failed") say(`  seen in ${seconds} s by ${outcome.test}`);
  else if (outcome.kind === "passed") say(`  SURVIVED ${outcome.tests} tests, ${seconds} s`);
  else say(`  NOT JUDGED after ${seconds} s: ${outcome.why}`);
}

/** A test that fails before the mutation would seem to detect it. */
async function requireGreen(tree: CopiedTree, breaks: readonly Break[], stopped: AbortSignal): Promise<void> {
  const files = [...new Set(breaks.flatMap(({ tests }) => tests))];
  const outcome = await runTests(tree.folder, files, stopped);
  if (outcome.kind === "failed") throw new Failure(`Without any break this fails already: ${outcome.test}`);
  if (outcome.kind === "not_run") throw new Failure(`Without any break the tests cannot be run: ${outcome.why}`);
  say(`${outcome.tests} tests in ${files.length} files are green without a break`);
}

await run(async () => {
  const { breaks, isList } = readMutantOptions();
  if (isList) return breaks.forEach(sayBreak);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const tree = await CopiedTree.create();
  const unseen: string[] = [];
  try {
    await requireGreen(tree, breaks, stop.signal);
    for (const each of breaks) {
      if (stop.signal.aborted) throw new Failure("Stopped.");
      sayBreak(each);
      const startedAt = Date.now();
      const outcome = await tree.withBreak(each, async () => await runTests(tree.folder, each.tests, stop.signal));
      sayOutcome(outcome, Math.round((Date.now() - startedAt) / 1_000));
      if (outcome.kind !== "failed") unseen.push(each.name);
    }
  } finally {
    await tree.remove();
  }
  say(
    unseen.length === 0
      ? `All ${breaks.length} breaks were seen.`
      : `${unseen.length} of ${breaks.length} breaks were not seen: ${unseen.join(", ")}`,
  );
  process.exitCode = unseen.length === 0 ? 0 : 1;
});
