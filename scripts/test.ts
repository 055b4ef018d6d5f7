/** `npm test`: all tests but the long ones. Arguments go to vitest; without any, the projects run side by side. */
import { join } from "node:path";
import { run } from "./lib/failure.ts";
import { LONG_TESTS } from "./lib/long-tests.ts";
import { runSideBySide, runVitest } from "./lib/run-vitest.ts";

const BUT_THE_LONG_ONES = LONG_TESTS.flatMap((pattern) => ["--exclude", pattern]);
const REPORTERS = ["--reporter=default", `--reporter=${join(import.meta.dirname, "lib", "end-reporter.ts")}`];

await run(async () => {
  const given = process.argv.slice(2);
  const statuses =
    given.length > 0
      ? [await runVitest({ args: [...BUT_THE_LONG_ONES, ...given] })]
      : await runSideBySide(async (all) => await runVitest({ ...all, args: [...BUT_THE_LONG_ONES, ...REPORTERS, ...all.args] }));
  process.exitCode = Math.max(...statuses);
});
