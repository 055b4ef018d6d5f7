import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

/** The changelog names paths of its time. */
const PAGES = globSync(["*.md", "docs/**/*.md", "client/*.md", "examples/*/README.md"], {
  cwd: PROJECT_ROOT,
}).filter((page) => page !== "CHANGELOG.md");
/** A fresh checkout has no build output. */
const BUILD_OUTPUT = new Set(["client/dist", "client/src/generated"]);
const REPOSITORY_PATH =
  /^(?:src|test|tools|scripts|docs|client|examples|migrations|samples|weights)\/[\w./-]+$/;
/** Constants of other programs, and a placeholder. */
const FOREIGN_CONSTANTS = new Set(["KNOWLEDGE_NAME", "OLLAMA_CONTEXT_LENGTH"]);

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), "utf8");
const codeSpans = (page: string): string[] =>
  [...read(page).matchAll(/`([^`\s]+)`/g)].map(([, span]) => String(span));

/** A page may name a path from the root of the repository or from its own folder. */
function exists(path: string, page: string): boolean {
  const candidates = [path, join(dirname(page), path)].map((candidate) => candidate.replace(/\/$/, ""));
  return candidates.some(
    (candidate) => BUILD_OUTPUT.has(candidate) || existsSync(join(PROJECT_ROOT, candidate)),
  );
}

test.each(PAGES)("%s names existing paths of the repository", (page) => {
  expect(codeSpans(page).filter((span) => REPOSITORY_PATH.test(span) && !exists(span, page))).toEqual([]);
});

test("the topic pages name existing constants and settings", () => {
  const sources = globSync(
    ["src/**/*.ts", "scripts/**/*.ts", "tools/**/*.ts", "client/src/**/*.ts", "test/**/*.ts", "*.{toml,ts}"],
    {
      cwd: PROJECT_ROOT,
    },
  );
  const names = new Set(
    sources.flatMap((path) => read(path).match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? []),
  );
  const named = globSync("docs/*.md", { cwd: PROJECT_ROOT }).flatMap((page) =>
    codeSpans(page).map((span) => ({ page, span })),
  );
  const constants = named.filter(
    ({ span }) => /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(span) && !FOREIGN_CONSTANTS.has(span),
  );
  expect(constants.length).toBeGreaterThan(20);
  expect(constants.filter(({ span }) => !names.has(span))).toEqual([]);
});
