/** `npm run docs`: writes the parts of pages that come from the source, the security tests and the build. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withAccessTables } from "./lib/access-table.ts";
import { builtWorker } from "./lib/built-worker.ts";
import { run } from "./lib/failure.ts";
import { insertWorkerFigures } from "./lib/figures/insert-worker-figures.ts";
import { WORKER_CONFIGS, workerFigures } from "./lib/figures/worker-figures.ts";
import { readOptions } from "./lib/options.ts";
import { PROJECT_ROOT } from "./lib/project.ts";
import { THIRD_PARTY_LICENSES, thirdPartyLicenses } from "./lib/release/third-party-licenses.ts";
import { securityPromises, insertSecurityPromises } from "./lib/security-promises.ts";

await run(async () => {
  readOptions({}, "npm run docs");
  const access = join(PROJECT_ROOT, "docs", "access.md");
  await writeFile(access, withAccessTables(await readFile(access, "utf8")));
  const security = join(PROJECT_ROOT, "docs", "security.md");
  await writeFile(
    security,
    insertSecurityPromises(await readFile(security, "utf8"), await securityPromises()),
  );
  const deploy = join(PROJECT_ROOT, "docs", "deploy.md");
  const figures = [
    await workerFigures("service", await builtWorker(WORKER_CONFIGS.service)),
    await workerFigures("sandbox", await builtWorker(WORKER_CONFIGS.sandbox)),
  ];
  await writeFile(deploy, insertWorkerFigures(await readFile(deploy, "utf8"), figures));
  process.stdout.write("docs/access.md\ndocs/security.md\ndocs/deploy.md\n");
  await writeFile(join(PROJECT_ROOT, THIRD_PARTY_LICENSES), await thirdPartyLicenses());
  process.stdout.write(`${THIRD_PARTY_LICENSES}\n`);
});
