/**
 * `npm test`: all tests but `*.slow.test.ts` and `*.exhaustive.test.ts`. Arguments go to vitest; without any,
 * the projects run side by side.
 */
import { join } from "node:path";
import { run } from "./lib/failure.ts";
import { runSideBySide, runVitest } from "./lib/run-vitest.ts";

const FAST_ONLY = ["--exclude", "**/*.{slow,exhaustive}.test.ts"];
const REPORTERS = [
  "--reporter=default",
  `--reporter=${join(import.meta.dirname, "lib", "force-exit-reporter.ts")}`,
];

await run(async () => {
  const given = process.argv.slice(2);
  const statuses =
    given.length > 0
      ? [await runVitest({ args: [...FAST_ONLY, ...given] })]
      : await runSideBySide(
          async (all) => await runVitest({ ...all, args: [...FAST_ONLY, ...REPORTERS, ...all.args] }),
        );
  process.exitCode = Math.max(...statuses);
});
