import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { gzipSync } from "node:zlib";
import { Failure } from "./failure.ts";
import { PATH_WITH_THIS_NODE, PROJECT_ROOT, QUIET_WRANGLER, WRANGLER_SCRIPT } from "./project.ts";

const run = promisify(execFile);
/** esbuild's list of inputs and outputs, beside the modules. */
const METAFILE = "bundle-meta.json";
const NOT_MODULES = /(\.map|README\.md|bundle-meta\.json)$/;
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

export interface BuiltModule {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly contents: Uint8Array<ArrayBuffer>;
}

/**
 * Bundles a Worker with `wrangler deploy --dry-run`, as a deployment does, into `outputFolder`. It empties
 * the folder first.
 * @param config of the service or of the sandbox
 * @returns the modules, the entry (index.js) first
 * @throws Failure with wrangler's own words if the source does not build
 */
export async function buildWorker(outputFolder: string, config: string): Promise<BuiltModule[]> {
  await rm(outputFolder, { recursive: true, force: true });
  const args = [
    WRANGLER_SCRIPT,
    "deploy",
    "--config",
    config,
    "--dry-run",
    "--outdir",
    outputFolder,
    "--metafile",
  ];
  try {
    await run(process.execPath, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...QUIET_WRANGLER, ...PATH_WITH_THIS_NODE },
      maxBuffer: OUTPUT_MAX_BYTES,
    });
  } catch (error) {
    throw new Failure(`The Worker does not build: ${wordsOf(error)}`);
  }
  return await readModules(outputFolder);
}

/** The modules of a build folder, the entry first. @throws if the folder does not exist */
export async function readModules(outputFolder: string): Promise<BuiltModule[]> {
  const names = await readdir(outputFolder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && !NOT_MODULES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const modules = await Promise.all(files.map(async (file) => await readModule(outputFolder, file)));
  return modules.toSorted((a, b) => Number(b.path === "index.js") - Number(a.path === "index.js"));
}

/** Files that a bundle contains code of, relative to the project root. */
export async function readInputs(outputFolder: string): Promise<string[]> {
  const { outputs } = JSON.parse(await readFile(join(outputFolder, METAFILE), "utf8")) as Metafile;
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
}

/** @returns bytes; each module is compressed on its own */
export function gzipBytes(modules: readonly BuiltModule[]): number {
  return modules.reduce((sum, module) => sum + gzipSync(module.contents).byteLength, 0);
}

async function readModule(outputFolder: string, file: string): Promise<BuiltModule> {
  const path = relative(outputFolder, file).split(sep).join("/");
  return { path, contents: new Uint8Array(await readFile(file)) };
}

function wordsOf(error: unknown): string {
  const { stderr, stdout } = error as { stderr?: string; stdout?: string };
  const words = stderr?.trim() || stdout?.trim();
  return stripVTControlCharacters(words || (error instanceof Error ? error.message : String(error)));
}
