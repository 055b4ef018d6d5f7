import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WEIGHTS } from "../../../scripts/lib/project.ts";

test("each listed weights file has the hash of its list", async () => {
  const listed = (await readFile(join(WEIGHTS, "SHA256SUMS"), "utf8")).trimEnd().split("\n");
  const found = listed.map(async (line) => {
    const [, name = ""] = line.split("  ");
    const hash = createHash("sha256").update(await readFile(join(WEIGHTS, name)));
    return `${hash.digest("hex")}  ${name}`;
  });
  expect(await Promise.all(found)).toEqual(listed);
  expect(listed.length).toBeGreaterThanOrEqual(4);
});
