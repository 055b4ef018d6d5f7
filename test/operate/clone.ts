/** A fresh clone of the project, and the processes that its commands start. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, vi } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { WAIT } from "../support/setup/wait.ts";

const NOT_OURS = (process.env.PATH ?? "").split(":").filter((place) => !place.includes("node_modules"));
/** Variables that npm sets for one run must not reach the next. */
export const CLEAN_ENV: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_|^VITEST/.test(name))),
  PATH: NOT_OURS.join(":"),
};

const groups = new Set<number>();
afterAll(() => groups.forEach((group) => living(group).length > 0 && process.kill(-group, "SIGKILL")));

/** @returns the folder of the committed files */
export async function cloneProject(): Promise<string> {
  const clone = join(await newFolder(), "clone");
  await promisify(execFile)("git", ["clone", "--quiet", PROJECT_ROOT, clone]);
  return clone;
}

function living(group: number): string[] {
  const rows = execFileSync("ps", ["-A", "-o", "pgid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return rows.filter((row) => Number(row.trim().split(/\s+/)[0]) === group && !/^\s*\d+\s+Z/.test(row));
}

/**
 * Starts a command in a folder and waits for its ready line. `end` waits until all its processes have ended.
 */
export async function serveFrom(
  folder: string,
  command: string,
  args: readonly string[],
  {
    told = /answers at (\S+)\n.+\n/,
    env = CLEAN_ENV,
  }: { readonly told?: RegExp | undefined; readonly env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(command, [...args], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const group = child.pid ?? 0;
  groups.add(group);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (text += part));
  await vi.waitFor(() => expect(text).toMatch(told), { timeout: 120_000, interval: 200 });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await vi.waitFor(() => expect(living(group)).toEqual([]), WAIT);
  };
  return { url: told.exec(text)?.[1] ?? "", end };
}
