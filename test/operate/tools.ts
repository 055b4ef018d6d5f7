import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { newFolder } from "../support/fixtures/folders.ts";

const run = promisify(execFile);
const NPM_TIMEOUT_MS = 240_000;

/**
 * A folder with pinned packages that are too heavy or too far from the project's purpose for its
 * dependencies. Needs the registry.
 */
export async function installTools(packages: readonly string[]): Promise<string> {
  const folder = await newFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", ...packages];
  try {
    await run("npm", args, { cwd: folder, timeout: NPM_TIMEOUT_MS });
  } catch (error) {
    throw new Error(`This test needs npm's registry for ${packages.join(", ")}: ${String(error)}`, {
      cause: error,
    });
  }
  return folder;
}

/**
 * Runs a program until it exits.
 * @returns its exit status and its output
 */
export async function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ status: number; text: string }> {
  try {
    const { stdout, stderr } = await run(command, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
    return { status: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: number; stdout?: string; stderr?: string };
    return { status: typeof code === "number" ? code : 1, text: `${stdout}${stderr}` };
  }
}
