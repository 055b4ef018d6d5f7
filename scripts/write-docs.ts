/** `npm run docs`: writes the pages that come from the operations and the security tests. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withAccessTables } from "./lib/access-table.ts";
import { run } from "./lib/failure.ts";
import { readOptions } from "./lib/options.ts";
import { PROJECT_ROOT } from "./lib/project.ts";
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
  process.stdout.write("docs/access.md\ndocs/security.md\n");
});
