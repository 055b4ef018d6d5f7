import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import type { SourceFile } from "../extract/readers/reader.ts";
import { type Suite, SUITE_FORMATS, type SuiteFormat } from "./suites.ts";

const run = promisify(execFile);
const FETCH_MS = 1_800_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Larger files add little information and take long. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const TREE_LINE = /^\d+ blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/;

export interface SuiteFile extends SourceFile {
  readonly format: SuiteFormat;
  /** Path in the suite's repository. */
  readonly name: string;
}

export interface Where {
  /** Cache folder of repositories and files. */
  readonly cache: string;
  /** Folder of git directories OWNER/NAME, OWNER/NAME.git or OWNER+NAME/repo; null uses GitHub. */
  readonly mirror: string | null;
}

/**
 * A sample of a suite's test files: formats alternate, and the hash of the path orders the files of a format.
 * @throws Failure
 */
export async function suiteFiles(suite: Suite, most: number, where: Where): Promise<SuiteFile[]> {
  const repository = await repositoryOf(suite, where);
  const chosen = sampled(await listed(suite, repository), most);
  const folder = join(where.cache, "files", suite.name);
  await mkdir(folder, { recursive: true });
  const files: SuiteFile[] = [];
  for (const { blob, name, format } of chosen) {
    const { stdout } = await run("git", ["--git-dir", repository, "cat-file", "blob", blob], {
      maxBuffer: MAX_OUTPUT_BYTES,
      encoding: "buffer",
    });
    const path = join(folder, `${blob.slice(0, 8)}-${basename(name)}`);
    await writeFile(path, stdout);
    files.push({ path, name, format, sha256: createHash("sha256").update(stdout).digest("hex") });
  }
  return files;
}

async function repositoryOf({ repository, commit }: Suite, { cache, mirror }: Where): Promise<string> {
  if (mirror !== null) {
    const [owner = "", name = ""] = repository.split("/");
    for (const folder of [
      join(owner, name),
      join(owner, name, ".git"),
      join(owner, `${name}.git`),
      join(`${owner}+${name}`, "repo"),
    ]) {
      if (await hasCommit(join(mirror, folder), commit)) return join(mirror, folder);
    }
    throw new Failure(`${mirror} has no git directory of ${repository} with the commit ${commit}.`);
  }
  const folder = join(cache, "repositories", repository.replace("/", "+"));
  if (await hasCommit(folder, commit)) return folder;
  await mkdir(folder, { recursive: true });
  try {
    await run("git", ["init", "--quiet", "--bare", folder]);
    const address = `https://github.com/${repository}.git`;
    await run("git", ["--git-dir", folder, "fetch", "--quiet", "--depth", "1", address, commit], {
      timeout: FETCH_MS,
    });
  } catch (error) {
    throw new Failure(
      `Cannot fetch ${repository} at ${commit}: ${firstLine(error)}. Pass a folder with mirrors by --mirror.`,
    );
  }
  return folder;
}

async function hasCommit(folder: string, commit: string): Promise<boolean> {
  try {
    await access(join(folder, "objects"));
    await run("git", ["--git-dir", folder, "cat-file", "-e", `${commit}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

interface Listed {
  readonly blob: string;
  readonly name: string;
  readonly format: SuiteFormat;
}

async function listed({ commit, inputs, except }: Suite, repository: string): Promise<Listed[]> {
  const args = ["-c", "core.quotePath=false", "--git-dir", repository, "ls-tree", "-r", "-l", commit];
  const { stdout } = await run("git", args, { maxBuffer: MAX_OUTPUT_BYTES });
  const seen = new Set<string>();
  return stdout.split("\n").flatMap((line) => {
    const [, blob = "", size, name = ""] = TREE_LINE.exec(line) ?? [];
    const format = SUITE_FORMATS.find(({ endings }) => endings.test(name));
    const isWanted =
      inputs.test(name) && except?.test(name) !== true && Number(size) > 0 && Number(size) <= MAX_FILE_BYTES;
    if (format === undefined || !isWanted || seen.has(blob)) return [];
    seen.add(blob);
    return [{ blob, name, format }];
  });
}

/** At most `most` files; formats alternate. */
export function sampled<T extends Pick<Listed, "name" | "format">>(all: readonly T[], most: number): T[] {
  const order = ({ name }: T): string => createHash("sha256").update(name).digest("hex");
  const queues = [...Map.groupBy(all, ({ format }) => format.name).values()].map((files) =>
    files.map((file) => ({ file, at: order(file) })).toSorted((a, b) => (a.at < b.at ? -1 : 1)),
  );
  const chosen: T[] = [];
  for (let turn = 0; chosen.length < most && queues.some((queue) => queue.length > turn); turn += 1) {
    for (const queue of queues) {
      const next = queue[turn];
      if (next !== undefined && chosen.length < most) chosen.push(next.file);
    }
  }
  return chosen;
}
