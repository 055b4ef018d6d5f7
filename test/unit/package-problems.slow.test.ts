import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { packageProblems } from "../../scripts/lib/release/package-problems.ts";
import { packedFiles } from "../../scripts/lib/release/packed-files.ts";

const tracked = execFileSync("git", ["ls-files"], { cwd: PROJECT_ROOT, encoding: "utf8" })
  .trimEnd()
  .split("\n");
const SECRET = join(PROJECT_ROOT, "deploy", "secrets.json");

afterEach(() => rmSync(SECRET, { force: true }));

test("the service's package has the wanted files, and a secret beside them is found", async () => {
  writeFileSync(SECRET, "{}");
  const { paths } = await packedFiles("service");
  expect(packageProblems("service", paths, tracked)).toEqual([
    "deploy/secrets.json does not belong there",
    "deploy/secrets.json must never be packed",
  ]);
});

test("the client's package has its build and nothing else", async () => {
  const { paths } = await packedFiles("client");
  expect(packageProblems("client", paths, [])).toEqual([]);
  expect(paths.length).toBeGreaterThan(20);
});

test("a missing file, a test and a state folder are found", () => {
  const wanted = ["package.json", "src/index.ts", "test/unit/ids.test.ts"];
  expect(
    packageProblems("service", ["package.json", "test/unit/ids.test.ts", ".knowledge/secrets.json"], wanted),
  ).toEqual([
    "test/unit/ids.test.ts does not belong there",
    ".knowledge/secrets.json does not belong there",
    "src/index.ts is missing",
    "test/unit/ids.test.ts must never be packed",
    ".knowledge/secrets.json must never be packed",
  ]);
  expect(packageProblems("client", ["LICENSE", "package.json", "README.md", "src/index.ts"], [])).toContain(
    "src/index.ts does not belong there",
  );
});
