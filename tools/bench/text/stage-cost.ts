import * as z from "zod";

const stageCost = z.object({ stage: z.string(), cpuMs: z.number(), longestHoldMs: z.number() });
export type StageCost = z.output<typeof stageCost>;

/** What the process for one file prints. */
export const readingCost = z.object({ stages: z.array(stageCost), outcome: z.string() });
export type ReadingCost = z.output<typeof readingCost>;
