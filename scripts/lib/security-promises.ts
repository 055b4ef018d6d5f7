import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT } from "./project.ts";

const FOLDER = join("test", "security");
const HEADER = /^\/\*\*\n(?<lines>(?: \*.*\n)+?) \*\/\n/;
const START = "<!-- promises: written by `npm run docs` -->";
const END = "<!-- end of promises -->";

export interface SecurityPromise {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly promise: string;
  /** What was possible before. */
  readonly attack: string;
}

/** What each test of `test/security` says in its first comment, in the order of the file names. @throws Error on a file without one */
export async function securityPromises(): Promise<SecurityPromise[]> {
  const names = await readdir(join(PROJECT_ROOT, FOLDER), { recursive: true });
  const files = names.filter((name) => name.endsWith(".test.ts")).toSorted();
  return await Promise.all(files.map(async (name) => await promiseOf(join(FOLDER, name))));
}

async function promiseOf(path: string): Promise<SecurityPromise> {
  const lines = HEADER.exec(await readFile(join(PROJECT_ROOT, path), "utf8"))?.groups?.["lines"] ?? "";
  const text = lines
    .replaceAll(/^ \* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const parts = /^Promise: (?<promise>.+?) Attack: (?<attack>.+)$/.exec(text)?.groups;
  if (parts === undefined) throw new Error(`${path} does not begin with a comment of the form "Promise: … Attack: …"`);
  return { file: path.split("\\").join("/"), promise: parts["promise"] ?? "", attack: parts["attack"] ?? "" };
}

/** `document` with the list of promises between its two marks. @throws Error when the marks are missing */
export function withPromises(document: string, promises: readonly SecurityPromise[]): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start) throw new Error("docs/security.md has no place for the promises");
  const rows = promises.map(({ file, promise, attack }) => `- **${promise}** ${attack} [${file}](../${file})\n`);
  const list = rows.length === 0 ? "" : `${rows.join("")}\n`;
  return `${document.slice(0, start)}${START}\n\n${list}${document.slice(end)}`;
}
