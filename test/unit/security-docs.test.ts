import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { securityPromises, insertSecurityPromises } from "../../scripts/lib/security-promises.ts";

test("docs/security.md lists the promises of the security tests; if not, run `npm run docs`", async () => {
  const document = await readFile(join(import.meta.dirname, "../../docs/security.md"), "utf8");
  expect(document).toBe(insertSecurityPromises(document, await securityPromises()));
});

test("every promise is one plain sentence", async () => {
  for (const { file, promise } of await securityPromises()) {
    expect({ file, promise }).toEqual({ file, promise: expect.stringMatching(/^[A-Z`][^\n]{10,240}\.$/) });
  }
});
