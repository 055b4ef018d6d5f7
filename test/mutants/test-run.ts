import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as z from "zod";
import { projectOf } from "./mutation.ts";

const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
/** Limit of one vitest run, far above its duration on a busy machine. */
const MAX_MS = 6 * 60_000;

const report = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export type Outcome =
  | { readonly kind: "passed"; readonly tests: number }
  | { readonly kind: "failed"; readonly test: string }
  /** No test reported: the code does not load, vitest exited silently, or the time limit passed. */
  | { readonly kind: "not_run"; readonly why: string };

/** Runs these files of `npm test` in the folder until the first failure. */
export async function runTests(
  folder: string,
  files: readonly string[],
  stopped: AbortSignal,
): Promise<Outcome> {
  const written = join(folder, "mutant-report.json");
  await rm(written, { force: true });
  const projects = [...new Set(files.map(projectOf))].flatMap((name) => ["--project", name]);
  const words = ["run", "--bail", "1", "--reporter", "json", "--outputFile", written, ...projects, ...files];
  const { isLate, said } = await runVitest(folder, words, stopped);
  if (isLate) return { kind: "not_run", why: `no result within ${MAX_MS / 60_000} minutes` };
  const text = await readFile(written, "utf8").catch(() => null);
  if (text === null) return { kind: "not_run", why: `vitest reported nothing: ${said.slice(-500)}` };
  return outcomeOf(folder, report.parse(JSON.parse(text)));
}

function outcomeOf(folder: string, { numPassedTests, testResults }: z.output<typeof report>): Outcome {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    if (failed !== undefined)
      return { kind: "failed", test: `${name.replace(`${folder}/`, "")}: ${failed.fullName.trim()}` };
  }
  const unread = testResults.find(({ status }) => status === "failed");
  if (unread !== undefined)
    return { kind: "not_run", why: `${unread.name.replace(`${folder}/`, "")} did not load` };
  if (numPassedTests === 0) return { kind: "not_run", why: "no test was run" };
  return { kind: "passed", tests: numPassedTests };
}

/** Uses its own process group, so that vitest's child processes end with it. */
async function runVitest(
  folder: string,
  words: readonly string[],
  stopped: AbortSignal,
): Promise<{ isLate: boolean; said: string }> {
  const child = spawn(process.execPath, [VITEST, ...words], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (said = (said + bytes.toString()).slice(-10_000)));
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group has ended.
    }
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, MAX_MS);
  stopped.addEventListener("abort", end, { once: true });
  try {
    await new Promise<void>((resolve, reject) => child.once("error", reject).once("close", () => resolve()));
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener("abort", end);
    end();
  }
  return { isLate, said };
}
