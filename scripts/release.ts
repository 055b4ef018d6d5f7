/**
 * `npm run release -- --check`: shows what a release would contain, and whether it is in order. It writes the
 * SBOM into `dist/release/` and makes no tag.
 */
import { Failure, run } from "./lib/failure.ts";
import { readOptions } from "./lib/options.ts";
import { RELEASE_CHECKS } from "./lib/release/release-checks.ts";

const USAGE = "npm run release -- --check";

await run(async () => {
  const { check } = readOptions({ check: { type: "boolean", default: false } }, USAGE);
  if (!check) throw new Failure(`Only --check exists: a person makes the tag. Usage: ${USAGE}`);
  let failed = 0;
  for (const { name, run: runCheck } of RELEASE_CHECKS) {
    const outcome = await runCheck().then(
      (found) => `ok      ${name}: ${found}`,
      (error: unknown) => {
        failed += 1;
        return `FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`;
      },
    );
    process.stdout.write(`${outcome}\n`);
  }
  if (failed > 0) throw new Failure(`${failed} of ${RELEASE_CHECKS.length} checks failed.`);
});
