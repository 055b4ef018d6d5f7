/** The size of the console, as a browser loads it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../../console/build.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { newFolder } from "../../support/fixtures/folders.ts";

const KB = 1000;
const FIRST_SCRIPT_BYTES = 60 * KB;
const STYLES_BYTES = 12 * KB;
const PAGE_BYTES = 15 * KB;
const READER_BYTES = 12 * KB;
/** Each script of a first visit is a request to the Worker. */
const HOME_SCRIPTS = 14;

type Outputs = Metafile["outputs"];
let outputs: Outputs;
const size = new Map<string, number>();

beforeAll(async () => {
  const folder = await newFolder();
  ({ outputs } = await buildConsole(folder, { hasStylesPage: false }));
  for (const path of Object.keys(outputs))
    size.set(path, gzipSync(readFileSync(join(PROJECT_ROOT, "console", path))).length);
});

/** The files that the browser loads before a module runs. */
function staticImports(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: next, kind } of outputs[path]?.imports ?? [])
    if (kind === "import-statement") staticImports(next, seen);
  return seen;
}

const sum = (paths: Iterable<string>): number =>
  [...paths].reduce((total, path) => total + (size.get(path) ?? 0), 0);

function outputOf(entry: string): string {
  const path = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === entry);
  if (path === undefined) throw new Error(`The build has no output for ${entry}.`);
  return path;
}

test("the first load has less than 60 KB of script, with the client library", () => {
  const first = staticImports(outputOf("src/main.tsx"));
  const inputs = [...first].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
  expect(inputs).toContain("../client/src/thread-connection.ts");
  expect(sum(first)).toBeLessThan(FIRST_SCRIPT_BYTES);
});

test("Home needs at most 14 scripts", () => {
  const scripts = new Set(
    ["src/main.tsx", "src/pages/home/home.tsx"].flatMap((entry) => [...staticImports(outputOf(entry))]),
  );
  expect(scripts.size).toBeLessThanOrEqual(HOME_SCRIPTS);
});

test("all styles have less than 12 KB", () => {
  const styles = Object.keys(outputs).filter((path) => path.endsWith(".css"));
  expect(styles).toHaveLength(1);
  expect(sum(styles)).toBeLessThan(STYLES_BYTES);
});

test("each page adds less than 15 KB to the first load", () => {
  const first = staticImports(outputOf("src/main.tsx"));
  const pages = Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint?.startsWith("src/pages/") === true ? [entryPoint] : [],
  );
  expect(pages.length).toBeGreaterThan(10);
  const sizes = pages.map(
    (page) => [page, sum([...staticImports(outputOf(page))].filter((path) => !first.has(path)))] as const,
  );
  expect(sizes.filter(([, bytes]) => bytes >= PAGE_BYTES)).toEqual([]);
});

test("the reader adds less than 12 KB before a document is opened, and pdf.js only with a PDF", () => {
  const first = staticImports(outputOf("src/main.tsx"));
  const holding = (source: string): string => {
    const path = Object.keys(outputs).find((name) => outputs[name]?.inputs[source] !== undefined);
    if (path === undefined) throw new Error(`The build has no output with ${source}.`);
    return path;
  };
  const shell = staticImports(holding("src/reader/reader.tsx"));
  expect(sum([...shell].filter((path) => !first.has(path)))).toBeLessThan(READER_BYTES);
  const library = Object.keys(outputs).filter((path) =>
    Object.keys(outputs[path]?.inputs ?? {}).some((input) => input.includes("pdfjs-dist")),
  );
  expect(library).toHaveLength(1);
  expect([...shell, ...staticImports(holding("src/reader/text/text-view.tsx"))]).not.toContain(library[0]);
});

test("only test builds have the page of all parts", () => {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  expect(
    inputs.filter((path) => path.endsWith(".states.tsx") || path.includes("pages/styles/styles.tsx")),
  ).toEqual([]);
});
