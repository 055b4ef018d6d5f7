/**
 * `npm run test:mutants`: makes one mutation after the other in a copy of the code and names the test of `npm
 * test` that fails. The exit status is 1 if no test failed for one of them.
 *
 * Not Stryker: it generates thousands of mutations and empties whole templates, while half of our rules are
 * SQL. It also enables mutations inside the test process, so the service that test/e2e starts does not have
 * them.
 */
import { Failure, run } from "../../scripts/lib/failure.ts";
import type { Mutation } from "./mutation.ts";
import { CopiedTree } from "./copied-tree.ts";
import { readMutationOptions } from "./options.ts";
import { type Outcome, runTests } from "./test-run.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function printMutation({ name, effect }: Mutation): void {
  print(`${name}: ${effect}`);
}

function printOutcome(outcome: Outcome, seconds: number): void {
  if (outcome.kind === "failed") print(`  detected in ${seconds} s by ${outcome.test}`);
  else if (outcome.kind === "passed") print(`  SURVIVED ${outcome.tests} tests, ${seconds} s`);
  else print(`  NO RESULT after ${seconds} s: ${outcome.why}`);
}

/** A test that fails before the mutation would seem to detect it. */
async function requireGreen(
  tree: CopiedTree,
  mutations: readonly Mutation[],
  stopped: AbortSignal,
): Promise<void> {
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
  const outcome = await runTests(tree.folder, files, stopped);
  if (outcome.kind === "failed") throw new Failure(`Without a mutation this test fails: ${outcome.test}`);
  if (outcome.kind === "not_run")
    throw new Failure(`Without a mutation the tests do not run: ${outcome.why}`);
  print(`${outcome.tests} tests in ${files.length} files pass without a mutation`);
}

await run(async () => {
  const { mutations, isList } = readMutationOptions();
  if (isList) return mutations.forEach(printMutation);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const tree = await CopiedTree.create();
  const survivors: string[] = [];
  try {
    await requireGreen(tree, mutations, stop.signal);
    for (const each of mutations) {
      if (stop.signal.aborted) throw new Failure("Stopped.");
      printMutation(each);
      const startedAt = Date.now();
      const outcome = await tree.withMutation(
        each,
        async () => await runTests(tree.folder, each.tests, stop.signal),
      );
      printOutcome(outcome, Math.round((Date.now() - startedAt) / 1_000));
      if (outcome.kind !== "failed") survivors.push(each.name);
    }
  } finally {
    await tree.remove();
  }
  print(
    survivors.length === 0
      ? `All ${mutations.length} mutations were detected.`
      : `${survivors.length} of ${mutations.length} mutations survived: ${survivors.join(", ")}`,
  );
  process.exitCode = survivors.length === 0 ? 0 : 1;
});
