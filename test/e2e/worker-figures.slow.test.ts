/** The budgets of the built Workers, and the figures of them in the documents. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { builtWorker } from "../../scripts/lib/built-worker.ts";
import { countStartupCalls } from "../../scripts/lib/figures/count-startup-calls.ts";
import { insertWorkerFigures } from "../../scripts/lib/figures/insert-worker-figures.ts";
import {
  WORKER_BUDGETS,
  WORKER_CONFIGS,
  type WorkerFigures,
  type WorkerName,
  workerFigures,
} from "../../scripts/lib/figures/worker-figures.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const WORKERS = ["service", "sandbox"] as const satisfies readonly WorkerName[];
let figures: WorkerFigures[];

beforeAll(async () => {
  figures = [];
  for (const worker of WORKERS)
    figures.push(await workerFigures(worker, await builtWorker(WORKER_CONFIGS[worker])));
});

test.each(WORKERS)("the %s stays within its budgets of size and of calls at startup", (name) => {
  const { gzipBytes, startupCalls } = figures.find(({ worker }) => worker === name) ?? {};
  expect(gzipBytes).toBeLessThan(WORKER_BUDGETS[name].gzipBytes);
  expect(startupCalls).toBeLessThan(WORKER_BUDGETS[name].startupCalls);
  // A bundle that does not load has no calls.
  expect(startupCalls).toBeGreaterThan(1_000);
});

test("docs/deploy.md has the sizes of the Workers; if not, run `npm run docs`", async () => {
  const document = await readFile(join(PROJECT_ROOT, "docs", "deploy.md"), "utf8");
  expect(document).toBe(insertWorkerFigures(document, figures));
});

test("the count has every call of a bundle, and is the same in each run", async () => {
  const source = `function add(n) { return n === 0 ? 0 : 1 + add(n - 1); }
    add(999);
    export default {};`;
  const modules = [{ path: "index.js", contents: Buffer.from(source) }];
  const counted = await countStartupCalls(modules);
  // 1,000 calls, and the module itself.
  expect(counted).toBe(1_001);
  expect(await countStartupCalls(modules)).toBe(counted);
});
