import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findChromium } from "../../scripts/lib/find-chromium.ts";
import { newFolder } from "../support/fixtures/folders.ts";

test("the tests use the first Chromium in PATH, or the one that CHROMIUM names", async () => {
  const [empty, folder] = [await newFolder(), await newFolder()];
  const path = join(folder, "chromium");
  await writeFile(path, "");
  const PATH = `${empty}:${folder}`;
  expect(findChromium({ PATH })).toBe(null);
  await chmod(path, 0o755);
  expect(findChromium({ PATH })).toBe(path);
  expect(findChromium({ PATH: empty, CHROMIUM: path })).toBe(path);
  expect(findChromium({ PATH, CHROMIUM: join(empty, "chromium") })).toBe(null);
  expect(findChromium({})).toBe(null);
});
