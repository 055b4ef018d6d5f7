import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accessDocument } from "../../scripts/lib/access-table.ts";
import { openApiFile } from "../../scripts/lib/openapi-file.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { BEYOND_CONTRACT } from "../support/beyond-contract.ts";

test("docs/access.md says what the operations say: else run `npm run docs`", async () => {
  expect(await readFile(join(import.meta.dirname, "../../docs/access.md"), "utf8")).toBe(accessDocument());
});

test("the OpenAPI document that is served says what the operations say: else run `npm run docs`", async () => {
  const file = join(import.meta.dirname, "../../src/http/openapi/openapi.json");
  expect((await readFile(file, "utf8")) === openApiFile()).toBe(true);
});

test("every operation and route says who may do it, in a few words", () => {
  for (const { id, access } of [...operations, ...rawRoutes]) {
    expect([id, access]).toEqual([id, expect.stringMatching(/^(?:[A-Z]|`[a-z]+`).{4,120}[^.]$/)]);
    expect(accessDocument()).toContain(`| ${id} `);
  }
});

test("every operation beyond the contract's own has its row", () => {
  const rows = accessDocument();
  expect(BEYOND_CONTRACT.filter((operation) => !rows.includes(`| \`${operation}\``))).toEqual([]);
});
