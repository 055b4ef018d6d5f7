/** What a run of tests came to, as `outcome-reporter.ts` writes it and `verdict.ts` reads it. */
import * as z from "zod";

const test = z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "skipped", "pending"]),
  /** First line of its first error; empty unless it failed. */
  error: z.string(),
});

const file = z.object({
  project: z.string(),
  /** From the root of the project. */
  path: z.string(),
  /** Whether it was loaded and ended by itself: a test of it may have failed. */
  isWhole: z.boolean(),
  /** First line of what failed outside of its tests: loading it, a hook of a group. */
  errors: z.array(z.string()),
  tests: z.array(test),
});

export const outcome = z.object({
  files: z.array(file),
  /** First line of what was thrown outside of all files. */
  errors: z.array(z.string()),
});

export type FileOutcome = z.output<typeof file>;
export type Outcome = z.output<typeof outcome>;

/** Names the file in which a run writes its outcome. */
export const OUTCOME_FILE = "TEST_OUTCOME_FILE";
