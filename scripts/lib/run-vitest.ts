import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PROJECT_ROOT } from "./project.ts";

const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/**
 * Groups that run at the same time: tests of the built service mostly wait for I/O, and tests in workerd use
 * the CPU.
 */
const SIDE_BY_SIDE = [
  ["--project", "unit", "--project", "worker"],
  ["--project", "e2e"],
] as const;

/** The tests of the console in a browser. They have a configuration of their own. */
export const CONSOLE_PROJECT = "console";
export const CONSOLE_CONFIG = join("test", "console", "browser", "vitest.config.ts");

/** `vitest.config.ts` reads it. A failed file runs again with source maps. */
const WITHOUT_SOURCE_MAPS = { TEST_SOURCE_MAPS: "off" };

export interface VitestRun {
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the output appears after the end. */
  readonly isHeld?: boolean;
}

/** @returns the exit status; not 0 if a signal ended it */
export async function runVitest({ args, env = {}, isHeld = false }: VitestRun): Promise<number> {
  const child = spawn(process.execPath, [VITEST, "run", ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["inherit", isHeld ? "pipe" : "inherit", isHeld ? "pipe" : "inherit"],
    env: { ...process.env, ...(process.stdout.isTTY && isHeld ? { FORCE_COLOR: "1" } : {}), ...env },
  });
  const held: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => held.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  for (const chunk of held) process.stdout.write(chunk);
  return status ?? 1;
}

/**
 * Runs all projects in two groups at the same time, which takes two thirds of the time.
 * @param runOf runs one group; the output of every group but the first is held back
 */
export async function runSideBySide<T>(runOf: (run: VitestRun) => Promise<T>): Promise<T[]> {
  return await Promise.all(
    SIDE_BY_SIDE.map(async (args, at) => await runOf({ args, isHeld: at > 0, env: WITHOUT_SOURCE_MAPS })),
  );
}
