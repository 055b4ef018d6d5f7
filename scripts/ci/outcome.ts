/** The outcome of a test run. `outcome-reporter.ts` writes it and `verdict.ts` reads it. */
import * as z from "zod";

const test = z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "skipped", "pending"]),
  /** First line of the first error; empty unless the test failed. */
  error: z.string(),
});

const file = z.object({
  project: z.string(),
  /** Relative to the project root. */
  path: z.string(),
  /** Whether the file loaded and ended by itself. Its tests may still have failed. */
  isWhole: z.boolean(),
  /** First line of each error outside the tests: loading the file, or a hook. */
  errors: z.array(z.string()),
  tests: z.array(test),
});

export const outcome = z.object({
  files: z.array(file),
  /** First line of each error outside all files. */
  errors: z.array(z.string()),
});

export type FileOutcome = z.output<typeof file>;
export type Outcome = z.output<typeof outcome>;

/** The environment variable that names the file of the outcome. */
export const OUTCOME_FILE = "TEST_OUTCOME_FILE";
