import { randomUUID } from "node:crypto";
import { cpSync, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { cachedBuild, hashOfSources } from "./cached-build.ts";
import { Failure, firstLine } from "./failure.ts";
import { CONSOLE_FOLDER, PROJECT_ROOT } from "./project.ts";

const SOURCES = [
  "console/src",
  "console/files",
  "console/build.ts",
  "console/pdf-files.ts",
  "console/index.html",
  "client/src",
  "samples",
  "package-lock.json",
];

/** Tests of the console set it: their build has the page `/styles`. */
const hasStylesPage = process.env["CONSOLE_STYLES"] === "on";

/**
 * The folder of the built console: from an earlier build of the same sources, or built now.
 * @throws Failure if the source does not build
 */
export async function builtConsole(): Promise<string> {
  const name = hasStylesPage ? "console-with-styles" : "console";
  return await cachedBuild(name, await hashOfSources(SOURCES), async (draft) => {
    const { buildConsole } = await import("../../console/build.ts");
    try {
      await buildConsole(draft, { hasStylesPage });
    } catch (error) {
      throw new Failure(`The console does not build: ${firstLine(error)}`);
    }
  });
}

/** Copies the console to the folder that `wrangler.toml` names, if another build is there. */
export async function installConsole(): Promise<void> {
  const built = await builtConsole();
  const folder = join(PROJECT_ROOT, CONSOLE_FOLDER);
  const note = `${folder}.build`;
  const key = basename(built);
  if (existsSync(folder) && (await readFile(note, "utf8").catch(() => "")) === key) return;
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(dirname(folder), { recursive: true });
  cpSync(built, draft, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(draft, folder);
  } catch {
    // Another process has installed the console meanwhile.
    await rm(draft, { recursive: true, force: true });
  }
  await writeFile(note, key);
}
