import { basename } from "node:path";
import { type BuiltModule, buildWorker, readModules } from "./build-worker.ts";
import { cachedBuild, hashOfSources } from "./cached-build.ts";
import { DOCUMENT_SOURCES } from "./project.ts";

/** All that a bundle is made from; packages are those of the lock file. */
const SOURCES = [
  ...DOCUMENT_SOURCES,
  "wrangler.toml",
  "wrangler.sandbox.toml",
  "wrangler.semantic.toml",
  "tsconfig.json",
  "package.json",
  "scripts/patch-pdfjs.mjs",
];
let isTold = false;
/** Of the sources as this process found them: all Workers of a service are built from the same. */
let sourceHash: Promise<string> | undefined;

/**
 * A Worker's modules: those of an earlier build of exactly these sources, else built now.
 * @param config of the service or of its sandbox
 * @throws Failure when the source does not build
 */
export async function builtWorker(config: string): Promise<BuiltModule[]> {
  sourceHash ??= hashOfSources(SOURCES);
  const folder = await cachedBuild(basename(config, ".toml"), await sourceHash, async (draft) => {
    tellOfBuild();
    await buildWorker(draft, config);
  });
  return await readModules(folder);
}

/** A build takes seconds, on a busy machine a minute: anyone who waits is told so, once for all Workers. */
function tellOfBuild(): void {
  if (!isTold) process.stdout.write("Building, as these sources have not been built here before: this takes a moment.\n");
  isTold = true;
}
