import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:(?:async )?function\*?|class|const|let|interface|type|enum) (\w+)/gm;
const files = globSync("src/**/*.ts", { cwd: PROJECT_ROOT }).filter((file) => !file.endsWith(".d.ts"));

test("no two files of src export the same name", () => {
  const filesByName = new Map<string, string[]>();
  for (const file of files) {
    for (const name of exportedNames(readFileSync(join(PROJECT_ROOT, file), "utf8"))) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  }
  expect(filesByName.size).toBeGreaterThan(files.length);
  expect(Object.fromEntries([...filesByName].filter(([, owners]) => owners.length > 1))).toEqual({});
});

/** Overloads declare one name several times. */
function exportedNames(source: string): Set<string> {
  return new Set([...source.matchAll(DECLARATION)].map(([, name]) => name ?? ""));
}
