import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { builtWorker } from "../../scripts/lib/built-worker.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const CACHE = join(PROJECT_ROOT, "node_modules", ".cache", "knowledge-workspace");
const NAME = `tiny-${crypto.randomUUID()}`;

afterEach(async () => {
  vi.restoreAllMocks();
  const made = (await readdir(CACHE)).filter((name) => name.startsWith(NAME));
  for (const name of made) await rm(join(CACHE, name), { recursive: true, force: true });
});

test("the build prints one line, and nothing if the build exists", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "index.js"), "export default { fetch: () => new Response() };\n");
  const config = join(folder, `${NAME}.toml`);
  await writeFile(config, 'name = "tiny"\nmain = "index.js"\ncompatibility_date = "2026-10-06"\n');
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await builtWorker(config);
  await builtWorker(config);
  const lines = written.mock.calls
    .map(([text]) => String(text))
    .filter((text) => text.startsWith("Building"));
  expect(lines).toEqual([expect.stringMatching(/^Building.+\n$/)]);
});
