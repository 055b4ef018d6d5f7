import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { seededRandom } from "../data/seeded.ts";
import type { Family } from "./families.ts";

/** Larger files add no information about words and take long. */
const MAX_BYTES = 1024 * 1024;

export interface CorpusFile {
  readonly family: string;
  readonly package: string;
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly sha256: string;
}

/**
 * The files of a family in an order that only the seed determines. Packages alternate, so that none
 * dominates.
 */
export async function* candidates(
  family: Family,
  folders: ReadonlyMap<string, string>,
  seed: number,
): AsyncGenerator<CorpusFile> {
  const queues = await Promise.all(
    family.from.map(async (name) => ({
      name,
      paths: shuffled(await pathsOf(folders.get(name) ?? "", family), seed),
    })),
  );
  const seen = new Set<string>();
  while (queues.some(({ paths }) => paths.length > 0)) {
    for (const { name, paths } of queues) {
      const path = paths.shift();
      if (path === undefined) continue;
      const sha256 = await hashOf(join(folders.get(name) ?? "", path));
      if (sha256 === null || seen.has(sha256)) continue;
      seen.add(sha256);
      yield { family: family.name, package: name, path, sha256 };
    }
  }
}

async function pathsOf(folder: string, { matches }: Family): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.filter((path) => matches.test(`/${path}`)).toSorted();
}

/** SHA-256 of a file; null if it is empty or too large. */
export async function hashOf(path: string): Promise<string | null> {
  const { size } = await lstat(path);
  if (size === 0 || size > MAX_BYTES) return null;
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [all[at], all[other]];
    if (one !== undefined && two !== undefined) [all[at], all[other]] = [two, one];
  }
  return all;
}
