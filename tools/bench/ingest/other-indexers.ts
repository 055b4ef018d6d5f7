import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ResourceUsage } from "./resource-usage.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 600_000;
/** Output of bash's `time`: wall seconds, user CPU and system CPU, with child processes. */
const TIMES = /^([\d.]+) ([\d.]+) ([\d.]+)\s*$/m;

export interface Indexer {
  readonly name: string;
  /** @returns null if it is not installed or fails */
  readonly index: (folder: string, scratch: string) => Promise<ResourceUsage | null>;
}

/**
 * Indexers from Debian's packages xapian-omega and recoll. Each creates a new index of all files of a folder.
 */
export const OTHER_INDEXERS: readonly Indexer[] = [
  {
    name: "omindex",
    index: async (folder, scratch) => {
      const database = join(scratch, "omega");
      await rm(database, { recursive: true, force: true });
      return await timed("omindex", ["--db", database, "--url", "/", "--no-delete", folder], {});
    },
  },
  {
    name: "recollindex",
    index: async (folder, scratch) => {
      const settings = join(scratch, "recoll");
      await rm(settings, { recursive: true, force: true });
      await mkdir(settings, { recursive: true });
      // Indexes texts of any length, and only this folder.
      await writeFile(
        join(settings, "recoll.conf"),
        `topdirs = ${folder}\ntextfilemaxmbs = -1\ntextfilepagekbs = -1\nskippedPaths =\n`,
      );
      return await timed("recollindex", ["-c", settings, "-z"], { HOME: scratch });
    },
  },
];

async function timed(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ResourceUsage | null> {
  const script = 'command -v "$1" >/dev/null || exit 127; TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1';
  try {
    const { stderr } = await run("bash", ["-c", script, "bash", program, ...args], {
      env: { ...process.env, ...env },
      timeout: TIMEOUT_MS,
    });
    const [, seconds = "", user = "", system = ""] = TIMES.exec(stderr) ?? [];
    return { seconds: Number(seconds), cpuMs: (Number(user) + Number(system)) * 1_000 };
  } catch {
    return null;
  }
}

/** Writes the files into a folder for the other indexers. @returns the folder */
export async function writeFolder(
  scratch: string,
  name: string,
  ending: string,
  files: readonly Uint8Array[],
): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder, { recursive: true });
  for (const [at, bytes] of files.entries()) await writeFile(join(folder, `document-${at}.${ending}`), bytes);
  return folder;
}

/** Warms the page cache, so that the order of the programs does not matter. */
export async function readFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await readFile(join(folder, name));
}
