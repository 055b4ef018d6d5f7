/**
 * `npm run build`: builds the two Workers into `dist/` and `dist/sandbox/`, the console into `dist/console/`,
 * and the OpenAPI document.
 */
import { cpSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { builtConsole } from "./lib/built-console.ts";
import { buildWorker, gzipBytes } from "./lib/build-worker.ts";
import { run } from "./lib/failure.ts";
import { readOptions } from "./lib/options.ts";
import { DOCUMENT, SANDBOX_CONFIG, PROJECT_ROOT, WRANGLER_CONFIG } from "./lib/project.ts";

const BUDGET_BYTES = 1.5 * 1024 * 1024;

await run(async () => {
  readOptions({}, "npm run build");
  const drafts = join(PROJECT_ROOT, ".wrangler");
  await mkdir(drafts, { recursive: true });
  const draft = await mkdtemp(join(drafts, "build-"));
  const [service, sandbox] = [join(draft, "service"), join(draft, "sandbox")];
  const dist = join(PROJECT_ROOT, "dist");
  try {
    const built = [await buildWorker(service, WRANGLER_CONFIG), await buildWorker(sandbox, SANDBOX_CONFIG)];
    await copyFile(join(PROJECT_ROOT, DOCUMENT), join(service, "openapi.json"));
    cpSync(await builtConsole(), join(service, "console"), { recursive: true });
    await rm(dist, { recursive: true, force: true });
    await rename(service, dist);
    await rename(sandbox, join(dist, "sandbox"));
    for (const [at, folder] of ["dist/", "dist/sandbox/"].entries()) {
      const modules = built[at] ?? [];
      const size = gzipBytes(modules);
      const budget = `${Math.round((100 * size) / BUDGET_BYTES)} % of the budget of 1.5 MiB`;
      process.stdout.write(
        `${folder}: ${modules.length} module(s), ${(size / 1024).toFixed(1)} KiB gzip, ${budget}\n`,
      );
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
});
