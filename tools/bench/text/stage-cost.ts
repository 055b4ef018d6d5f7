import * as z from "zod";

const stageCost = z.object({ stage: z.string(), cpuMs: z.number(), longestHoldMs: z.number() });
export type StageCost = z.output<typeof stageCost>;

/** The output of the process for one file. */
export const readingCost = z.object({ stages: z.array(stageCost), outcome: z.string() });
export type ReadingCost = z.output<typeof readingCost>;
