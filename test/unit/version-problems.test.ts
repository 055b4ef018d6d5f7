import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { versionProblems } from "../../scripts/lib/release/version-problems.ts";

const GOOD = {
  versions: { "package.json": "1.2.0", "client/package.json": "1.2.0" },
  changelog: "## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n\n- It sorts.\n",
  security: "| `1.x` | yes |",
};

test("a version that all documents name can be released", () => {
  expect(versionProblems(GOOD)).toEqual([]);
});

test.each([
  ["packages of different versions", { versions: { a: "1.2.0", b: "1.1.0" } }, /versions differ/],
  ["a version before its release", { versions: { a: "1.2.0-beta" } }, /no version to release/],
  ["a changelog without the version", { changelog: "## [Unreleased]\n" }, /no section "## \[1\.2\.0\]/],
  [
    "changes without a version",
    { changelog: "## [Unreleased]\n\n- It sorts.\n\n## [1.2.0] - 2026-12-01\n" },
    /unreleased changes/,
  ],
  ["a security page of another version", { security: "| `2.x` | yes |" }, /does not name 1\.x/],
] as const)("%s cannot be released", (_, change, problem) => {
  expect(versionProblems({ ...GOOD, ...change })).toContainEqual(expect.stringMatching(problem));
});

test("SECURITY.md and docs/operate.md agree on the supported versions", async () => {
  const read = async (path: string): Promise<string> => await readFile(join(PROJECT_ROOT, path), "utf8");
  const { version } = JSON.parse(await read("package.json")) as { version: string };
  const major = `\`${version.split(".")[0]}.x\``;
  expect(await read("SECURITY.md")).toContain(`| ${major}, the newest | yes`);
  expect(await read("docs/operate.md")).toContain(`as a new version of the newest ${major}`);
});
