/** `npm run build`: the Worker as it would be deployed, in `dist/`. */
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildWorker, gzipBytes } from "./lib/build-worker.ts";
import { run } from "./lib/failure.ts";
import { PROJECT_ROOT } from "./lib/project.ts";

const BUDGET_BYTES = 1.5 * 1024 * 1024;

await run(async () => {
  const drafts = join(PROJECT_ROOT, ".wrangler");
  await mkdir(drafts, { recursive: true });
  const draft = await mkdtemp(join(drafts, "build-"));
  const dist = join(PROJECT_ROOT, "dist");
  try {
    const modules = await buildWorker(draft);
    const size = gzipBytes(modules);
    await rm(dist, { recursive: true, force: true });
    await rename(draft, dist);
    const budget = `${Math.round((100 * size) / BUDGET_BYTES)} % of the budget of 1.5 MiB`;
    process.stdout.write(`dist/: ${modules.length} module(s), ${(size / 1024).toFixed(1)} KiB gzip, ${budget}\n`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
});
