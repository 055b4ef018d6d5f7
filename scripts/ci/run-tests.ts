/**
 * The checks of `.ci/run` after the installation: format, lint and types beside all tests. Then each failed
 * file runs again alone, because a busy machine can break a time limit. Arguments go to vitest. The last line
 * counts the tests.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../lib/failure.ts";
import { findChromium } from "../lib/find-chromium.ts";
import { PROJECT_ROOT } from "../lib/project.ts";
import {
  CONSOLE_CONFIG,
  CONSOLE_PROJECT,
  runSideBySide,
  runVitest,
  type VitestRun,
} from "../lib/run-vitest.ts";
import { type FileOutcome, outcome, type Outcome, OUTCOME_FILE } from "./outcome.ts";
import { isGreen, type Verdict, verdictOf } from "./verdict.ts";

/** So many failures have another cause than a busy machine, and a second run would only cost time. */
const MAX_FILES_AGAIN = 24;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function outcomeOf(folder: string, { args, ...others }: VitestRun): Promise<Outcome> {
  const path = join(folder, `${randomUUID()}.json`);
  const reporter = join(import.meta.dirname, "outcome-reporter.ts");
  const env = { ...others.env, [OUTCOME_FILE]: path };
  await runVitest({ ...others, args: ["--reporter=default", `--reporter=${reporter}`, ...args], env });
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null
    ? { files: [], errors: ["the tests did not come to an end"] }
    : outcome.parse(JSON.parse(text));
}

/** Runs all tests, or the named ones. */
async function firstOutcome(folder: string, args: readonly string[]): Promise<Outcome> {
  if (args.length > 0) return await outcomeOf(folder, { args });
  const outcomes = await runSideBySide(async (all) => await outcomeOf(folder, all));
  if (findChromium() === null) say("left out: test/console/browser, as there is no Chromium");
  else outcomes.push(await outcomeOf(folder, { args: ["--config", CONSOLE_CONFIG] }));
  return { files: outcomes.flatMap(({ files }) => files), errors: outcomes.flatMap(({ errors }) => errors) };
}

/** @returns the output of the checks if they fail, else null */
async function checkSource(): Promise<string | null> {
  const child = spawn("npm run --silent format:check && npm run --silent lint && npm run --silent types", {
    cwd: PROJECT_ROOT,
    shell: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const status = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  return status === 0 ? null : said;
}

async function runAlone(folder: string, files: readonly FileOutcome[]): Promise<Outcome[]> {
  if (files.length > MAX_FILES_AGAIN)
    say(`\n${files.length} files failed: too many to run each of them again alone.`);
  const outcomes: Outcome[] = [];
  for (const { path, project } of files.length > MAX_FILES_AGAIN ? [] : files) {
    say(`\nAgain, alone: ${path}`);
    const where = project === CONSOLE_PROJECT ? ["--config", CONSOLE_CONFIG] : ["--project", project];
    outcomes.push(await outcomeOf(folder, { args: [...where, path] }));
  }
  return outcomes;
}

function report({ passed, failed, passedAlone }: Verdict): void {
  if (passedAlone.length > 0) say(`passed only when run alone: ${passedAlone.join("; ")}`);
  for (const { name, error } of failed) say(`FAILED ${name}\n       ${error}`);
  say(`${passed} passed, ${failed.length} failed`);
}

await run(async () => {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-ci-"));
  try {
    const checks = checkSource();
    const first = await firstOutcome(folder, process.argv.slice(2));
    const wrong = await checks;
    const alone = await runAlone(
      folder,
      first.files.filter((file) => !isGreen(file)),
    );
    const verdict = verdictOf(first, alone);
    if (wrong !== null) say(`${wrong}\nThe format, lint or types are not in order.`);
    report(verdict);
    process.exitCode = wrong === null && verdict.failed.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
