import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import * as z from "zod";
import { buildConsole } from "../../../console/build.ts";
import { readInputs } from "../build-worker.ts";
import { builtWorkerFolder } from "../built-worker.ts";
import { PROJECT_ROOT, SANDBOX_CONFIG, WRANGLER_CONFIG } from "../project.ts";
import { makeFolder } from "../make-folder.ts";

/** Folders of packages that builds copy as they are: character maps, fonts and decoders of pdf.js. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  console: ["console/node_modules/pdfjs-dist"],
  sandbox: ["node_modules/pdfjs-dist/cmaps"],
};
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;
const NOT_COPIED = /_(?:PDFJS_)?(?:QCMS|QUICKJS)$/;

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly author: string;
  /** The builds that contain code or files of the package. */
  readonly usedBy: readonly string[];
  /** License files of the package, those of its fonts and decoders included. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
}

/** Packages whose code or files the Workers and the console contain, as esbuild lists them. */
export async function bundledPackages(): Promise<BundledPackage[]> {
  const users = new Map<string, Set<string>>();
  const add = (user: string, inputs: readonly string[]): void => {
    for (const input of inputs) {
      const folder = PACKAGE.exec(input)?.[0];
      if (folder !== undefined) users.set(folder, (users.get(folder) ?? new Set()).add(user));
    }
  };
  add("service", await readInputs(await builtWorkerFolder(WRANGLER_CONFIG)));
  add("sandbox", await readInputs(await builtWorkerFolder(SANDBOX_CONFIG)));
  add("console", await consoleInputs());
  for (const [user, folders] of Object.entries(COPIED)) add(user, folders);
  const packages = await Promise.all(
    [...users].map(async ([folder, usedBy]) => await readPackage(folder, [...usedBy].toSorted())),
  );
  return mergeCopies(packages).toSorted((a, b) =>
    `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`, "en"),
  );
}

async function consoleInputs(): Promise<string[]> {
  const drafts = join(PROJECT_ROOT, ".wrangler");
  makeFolder(drafts);
  const draft = await mkdtemp(join(drafts, "licenses-"));
  try {
    const { outputs } = await buildConsole(draft, { hasStylesPage: false });
    const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
    return inputs.map((input) =>
      relative(PROJECT_ROOT, join(PROJECT_ROOT, "console", input))
        .split(sep)
        .join("/"),
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function readPackage(folder: string, usedBy: readonly string[]): Promise<BundledPackage> {
  const at = join(PROJECT_ROOT, folder);
  const { author = "", ...others } = manifest.parse(
    JSON.parse(await readFile(join(at, "package.json"), "utf8")),
  );
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name) && !NOT_COPIED.test(entry.name))
    .map((entry) => relative(at, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.includes("node_modules/") && !/\.[jt]s$/.test(path))
    .toSorted();
  const texts = await Promise.all(
    files.map(async (path) => ({ path, text: await readFile(join(at, path), "utf8") })),
  );
  return { ...others, author, usedBy, texts };
}

/** One version of a package may be installed at several places. */
function mergeCopies(packages: readonly BundledPackage[]): BundledPackage[] {
  const merged = new Map<string, BundledPackage>();
  for (const each of packages) {
    const key = `${each.name} ${each.version}`;
    const usedBy = new Set([...(merged.get(key)?.usedBy ?? []), ...each.usedBy]);
    merged.set(key, { ...each, usedBy: [...usedBy].toSorted() });
  }
  return [...merged.values()];
}
