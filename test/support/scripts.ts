import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterFile } from "./after-file.ts";

export const PROJECT_ROOT = join(import.meta.dirname, "..", "..");

/** Scripts share Node's compile cache. */
export const COMPILED = join(PROJECT_ROOT, "node_modules", ".cache", "compiled-scripts");

export interface ScriptRun {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** The exit status, or null after a signal. Settles once all output has arrived. */
  readonly ended: Promise<number | null>;
}

const running = new Set<ScriptRun>();
process.on("exit", () => running.forEach((run) => killGroup(run.process, "SIGKILL")));
afterFile(async () => {
  running.forEach((run) => killGroup(run.process, "SIGKILL"));
  await Promise.all([...running].map(async (run) => await run.ended));
});

/**
 * Runs `scripts/<name>.ts` as the leader of its own process group. Kills remaining processes after the test
 * file.
 */
export function spawnScript(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): ScriptRun {
  return spawnFile(join("scripts", `${name}.ts`), args, env);
}

/** The same for any file of the project. */
export function spawnFile(path: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): ScriptRun {
  const script = join(PROJECT_ROOT, path);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: PROJECT_ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, "close").then(([status]) => {
    running.delete(run);
    return status as number | null;
  });
  const run: ScriptRun = { process: child, output, ended };
  running.add(run);
  return run;
}

/** Runs a script to completion. */
export async function runScript(
  name: string,
  args: readonly string[] = [],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const run = spawnScript(name, args);
  return { status: await run.ended, ...run.output };
}

/** Sends a signal to the whole process group, if it still exists. */
export function killGroup(leader: ChildProcess, signal: NodeJS.Signals): void {
  if (leader.pid === undefined) return;
  try {
    process.kill(-leader.pid, signal);
  } catch {
    // No process of the group is alive.
  }
}
