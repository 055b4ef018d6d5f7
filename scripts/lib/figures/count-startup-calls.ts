import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import type { BuiltModule } from "../build-worker.ts";

const ENTRY = "index.js";
const HOOKS = join(import.meta.dirname, "startup-hooks.mjs");

const coverage = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ ranges: z.array(z.object({ count: z.number() })).min(1) })),
    }),
  ),
});

/**
 * Number of function calls while the modules of a Worker load, as V8 counts them. Unlike CPU time, the number
 * is the same in each run and on each machine. Workerd's inspector does not count calls, so Node loads the
 * bundle.
 * @param modules the entry first
 */
export async function countStartupCalls(modules: readonly BuiltModule[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-startup-"));
  try {
    for (const { path, contents } of modules) await writeFile(join(folder, path), contents);
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    const counts = join(folder, "counts");
    await promisify(execFile)(
      process.execPath,
      ["--import", pathToFileURL(HOOKS).href, join(folder, ENTRY)],
      {
        env: { PATH: process.env["PATH"], NODE_V8_COVERAGE: counts },
      },
    );
    const [file = ""] = await readdir(counts);
    const { result } = coverage.parse(JSON.parse(await readFile(join(counts, file), "utf8")));
    const functions = result.filter(({ url }) => url.endsWith(`/${ENTRY}`)).flatMap((each) => each.functions);
    // The first range of a function is the whole function, and its count is the number of calls.
    return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
