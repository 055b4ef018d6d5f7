import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

/** A test file that ends in a process that never reports it. */
const SILENT = `
import { afterAll, expect, test } from "vitest";
afterAll(() => {
  const send = process._send.bind(process);
  process._send = (message, ...rest) => (JSON.stringify(message).includes("testfileFinished") ? true : send(message, ...rest));
});
`;

async function runIn(content: string): Promise<{ status: unknown; said: string }> {
  const folder = await newFolder();
  await mkdir(join(folder, "test"));
  await symlink(join(PROJECT_ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "test", "silent.test.mjs"), SILENT + content);
  const vitest = join(PROJECT_ROOT, "node_modules", "vitest", "vitest.mjs");
  const reporter = join(PROJECT_ROOT, "scripts", "lib", "force-exit-reporter.ts");
  const options = { cwd: folder, env: { ...process.env, TEST_RUN_ENDS_WITHIN_MS: "500" } };
  const run = promisify(execFile)(
    process.execPath,
    [vitest, "run", "--root", folder, `--reporter=${reporter}`],
    options,
  );
  return await run.then(
    ({ stdout }) => ({ status: 0, said: stdout }),
    (error: { code: unknown; stdout: string }) => ({ status: error.code, said: error.stdout }),
  );
}

test("a run exits with the status of its tests after its last file, although one process hangs", async () => {
  const [passed, failed] = await Promise.all([
    runIn('test("holds", () => {});'),
    runIn('test("breaks", () => expect(1).toBe(2));'),
  ]);
  expect(passed).toEqual({
    status: 0,
    said: expect.stringContaining("All 1 files have ended, 0 of them failed"),
  });
  expect(failed).toEqual({
    status: 1,
    said: expect.stringContaining("All 1 files have ended, 1 of them failed"),
  });
});
