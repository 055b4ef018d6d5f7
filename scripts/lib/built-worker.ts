import { basename } from "node:path";
import { type BuiltModule, buildWorker, readModules } from "./build-worker.ts";
import { cachedBuild, hashOfSources } from "./cached-build.ts";
import { DOCUMENT_SOURCES } from "./project.ts";

/** The sources of a bundle. Packages come from the lock file. */
const SOURCES = [
  ...DOCUMENT_SOURCES,
  "wrangler.toml",
  "wrangler.sandbox.toml",
  "tsconfig.json",
  "package.json",
  "scripts/patch-pdfjs.mjs",
  "scripts/lib/build-worker.ts",
];
let isTold = false;
/** All Workers of a service are built from the same sources, as this process found them. */
let sourceHash: Promise<string> | undefined;

/**
 * A Worker's modules: from an earlier build of the same sources, or built now.
 * @param config of the service or of the sandbox
 * @throws Failure if the source does not build
 */
export async function builtWorker(config: string): Promise<BuiltModule[]> {
  return await readModules(await builtWorkerFolder(config));
}

/** The folder of the same build, with esbuild's list of its inputs. */
export async function builtWorkerFolder(config: string): Promise<string> {
  sourceHash ??= hashOfSources(SOURCES);
  return await cachedBuild(basename(config, ".toml"), await sourceHash, async (draft) => {
    tellOfBuild();
    await buildWorker(draft, config);
  });
}

/** A build takes seconds, or a minute on a busy machine, so it prints one line for all Workers. */
function tellOfBuild(): void {
  if (!isTold) process.stdout.write("Building the sources for the first time; this takes a moment.\n");
  isTold = true;
}
