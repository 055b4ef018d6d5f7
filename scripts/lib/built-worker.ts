import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BuiltModule, buildWorker, readModules } from "./build-worker.ts";
import { BUILD_CACHE, PROJECT_ROOT } from "./project.ts";

/** All that a bundle is made from; packages are those of the lock file. */
const SOURCES = [
  "src",
  "wrangler.toml",
  "wrangler.sandbox.toml",
  "wrangler.semantic.toml",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "scripts/patch-pdfjs.mjs",
];
const KEPT_BUILDS = 8;
let isTold = false;
/** Of the sources as this process found them: all Workers of a service are built from the same. */
let sourceHash: Promise<string> | undefined;

/**
 * A Worker's modules: those of an earlier build of exactly these sources, else built now. A build appears in the cache whole, by a rename, so
 * any number of services may start at once.
 * @param config of the service or of its sandbox
 * @throws Failure when the source does not build
 */
export async function builtWorker(config: string): Promise<BuiltModule[]> {
  sourceHash ??= hashOf(SOURCES.map((name) => join(PROJECT_ROOT, name)));
  const folder = join(BUILD_CACHE, `${basename(config, ".toml")}-${await sourceHash}`);
  const known = await readModules(folder).catch(() => null);
  if (known !== null) return known;
  tellOfBuild();
  await mkdir(BUILD_CACHE, { recursive: true });
  const draft = await mkdtemp(join(BUILD_CACHE, "draft-"));
  try {
    const modules = await buildWorker(draft, config);
    // Somebody else may have been quicker: their build is the same.
    await rename(draft, folder).catch(() => {});
    await forgetOldBuilds();
    return modules;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A build takes seconds, on a busy machine a minute: anyone who waits is told so, once for all Workers. */
function tellOfBuild(): void {
  if (!isTold) process.stdout.write("Building, as these sources have not been built here before: this takes a moment.\n");
  isTold = true;
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    // In one go: a start waits for it, and to be told by the system of each file takes three times as long.
    for (const file of await filesBelow(path))
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

async function forgetOldBuilds(): Promise<void> {
  const names = (await readdir(BUILD_CACHE)).filter((name) => name.startsWith("wrangler"));
  const builds = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(BUILD_CACHE, name))).mtimeMs })));
  const old = builds.toSorted((a, b) => b.at - a.at).slice(KEPT_BUILDS);
  await Promise.all(old.map(async ({ name }) => await rm(join(BUILD_CACHE, name), { recursive: true, force: true })));
}
