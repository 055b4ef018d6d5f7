import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accessTables, withAccessTables } from "../../scripts/lib/access-table.ts";
import { DOCUMENT } from "../../scripts/lib/project.ts";
import { openApiFile } from "../../scripts/lib/open-api-file.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { EXTENSION_OPERATIONS } from "../support/http/extension-operations.ts";

test("docs/access.md has the tables of the operations; if not, run `npm run docs`", async () => {
  const document = await readFile(join(import.meta.dirname, "../../docs/access.md"), "utf8");
  expect(document).toBe(withAccessTables(document));
});

test("the generated OpenAPI document equals the one built from the operations", async () => {
  const file = join(import.meta.dirname, "../..", DOCUMENT);
  expect((await readFile(file, "utf8")) === openApiFile()).toBe(true);
});

test("every operation and route states its audience in a few words", () => {
  for (const { id, access } of [...operations, ...rawRoutes]) {
    expect({ id, access }).toEqual({ id, access: expect.stringMatching(/^(?:[A-Z]|`[a-z]+`).{4,120}[^.]$/) });
    expect(accessTables()).toContain(`| ${id} `);
  }
});

test("every operation beyond the contract has a row in docs/access.md", () => {
  const rows = accessTables();
  expect(EXTENSION_OPERATIONS.filter((operation) => !rows.includes(`| \`${operation}\``))).toEqual([]);
});
