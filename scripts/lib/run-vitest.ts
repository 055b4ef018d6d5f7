import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PROJECT_ROOT } from "./project.ts";

const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** What runs at once: tests of the built service wait most of the time, those inside workerd compute. */
const SIDE_BY_SIDE = [
  ["--project", "unit", "--project", "worker"],
  ["--project", "e2e"],
] as const;

/** `vitest.config.ts` reads it: what is looked at closely runs alone, once more. */
const WITHOUT_SOURCE_MAPS = { TEST_SOURCE_MAPS: "off" };

export interface VitestRun {
  readonly args: readonly string[];
  /** Beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it says is shown when it has ended. */
  readonly isHeld?: boolean;
}

/** @returns its exit status; not 0 when it was ended by a signal */
export async function runVitest({ args, env = {}, isHeld = false }: VitestRun): Promise<number> {
  const child = spawn(process.execPath, [VITEST, "run", ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["inherit", isHeld ? "pipe" : "inherit", isHeld ? "pipe" : "inherit"],
    env: { ...process.env, ...(process.stdout.isTTY && isHeld ? { FORCE_COLOR: "1" } : {}), ...env },
  });
  const held: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => held.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  for (const chunk of held) process.stdout.write(chunk);
  return status ?? 1;
}

/**
 * Runs all projects, those that wait beside those that compute: in two thirds of the time.
 * @param runOf how each is run; but for the first, what it says is to be held
 */
export async function runSideBySide<T>(runOf: (run: VitestRun) => Promise<T>): Promise<T[]> {
  return await Promise.all(SIDE_BY_SIDE.map(async (args, at) => await runOf({ args, isHeld: at > 0, env: WITHOUT_SOURCE_MAPS })));
}
