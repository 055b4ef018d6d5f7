/**
 * `npm run build`: builds the two Workers into `dist/` and `dist/sandbox/`, the console into `dist/console/`,
 * and the OpenAPI document.
 */
import { cpSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { builtConsole } from "./lib/built-console.ts";
import { buildWorker } from "./lib/build-worker.ts";
import { run } from "./lib/failure.ts";
import { WORKER_BUDGETS, type WorkerFigures, workerFigures } from "./lib/figures/worker-figures.ts";
import { readOptions } from "./lib/options.ts";
import { DOCUMENT, SANDBOX_CONFIG, PROJECT_ROOT, WRANGLER_CONFIG } from "./lib/project.ts";

await run(async () => {
  readOptions({}, "npm run build");
  const drafts = join(PROJECT_ROOT, ".wrangler");
  await mkdir(drafts, { recursive: true });
  const draft = await mkdtemp(join(drafts, "build-"));
  const [service, sandbox] = [join(draft, "service"), join(draft, "sandbox")];
  const dist = join(PROJECT_ROOT, "dist");
  try {
    const built = [
      await buildWorker(service, WRANGLER_CONFIG),
      await buildWorker(sandbox, SANDBOX_CONFIG),
    ] as const;
    await copyFile(join(PROJECT_ROOT, DOCUMENT), join(service, "openapi.json"));
    cpSync(await builtConsole(), join(service, "console"), { recursive: true });
    await rm(dist, { recursive: true, force: true });
    await rename(service, dist);
    await rename(sandbox, join(dist, "sandbox"));
    for (const [worker, modules] of [
      ["service", built[0]],
      ["sandbox", built[1]],
    ] as const)
      process.stdout.write(lineOf(await workerFigures(worker, modules)));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
});

function lineOf({ worker, gzipBytes, startupCalls }: WorkerFigures): string {
  const budget = WORKER_BUDGETS[worker];
  const share = (value: number, whole: number): string =>
    `${Math.round((100 * value) / whole)} % of the budget`;
  return `${worker}: ${(gzipBytes / 1024).toFixed(1)} KiB gzip, ${share(gzipBytes, budget.gzipBytes)}; ${startupCalls} function calls at startup, ${share(startupCalls, budget.startupCalls)}\n`;
}
