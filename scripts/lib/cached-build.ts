import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BUILD_CACHE, PROJECT_ROOT } from "./project.ts";

const MAX_BUILDS_PER_NAME = 8;

/**
 * The folder of an earlier build with the same key; otherwise `build` fills a new one. A rename publishes a
 * whole build, so any number of processes may build at once.
 * @param key hash of all inputs of the build
 */
export async function cachedBuild(
  name: string,
  key: string,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const folder = join(BUILD_CACHE, `${name}-${key}`);
  if (existsSync(folder)) return folder;
  await mkdir(BUILD_CACHE, { recursive: true });
  const draft = await mkdtemp(join(BUILD_CACHE, "draft-"));
  try {
    await build(draft);
    // Another process may have published the same build earlier.
    await rename(draft, folder).catch(() => {});
    await deleteOldBuilds(name);
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A hash of files, and of all files below folders. @param names relative to the project root */
export async function hashOfSources(names: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const name of names) {
    // Synchronous reads take a third of the time of asynchronous ones, and a start waits for this.
    for (const file of await filesBelow(join(PROJECT_ROOT, name)))
      hash
        .update(`${file.slice(PROJECT_ROOT.length)}\0`)
        .update(readFileSync(file))
        .update("\0");
  }
  return hash.digest("hex").slice(0, 32);
}

async function filesBelow(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}

async function deleteOldBuilds(name: string): Promise<void> {
  const names = (await readdir(BUILD_CACHE)).filter(
    (each) => /^[0-9a-f]{32}$/.test(each.slice(name.length + 1)) && each.startsWith(`${name}-`),
  );
  const builds = await Promise.all(
    names.map(async (each) => ({ name: each, at: (await stat(join(BUILD_CACHE, each))).mtimeMs })),
  );
  const old = builds.toSorted((a, b) => b.at - a.at).slice(MAX_BUILDS_PER_NAME);
  await Promise.all(
    old.map(async (each) => await rm(join(BUILD_CACHE, each.name), { recursive: true, force: true })),
  );
}
