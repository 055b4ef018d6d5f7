/** `npm run docs`: writes the part of docs/ that comes from the operations. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accessDocument } from "./lib/access-table.ts";
import { run } from "./lib/failure.ts";
import { PROJECT_ROOT } from "./lib/project.ts";

await run(async () => {
  await writeFile(join(PROJECT_ROOT, "docs", "access.md"), accessDocument());
  process.stdout.write("docs/access.md\n");
});
