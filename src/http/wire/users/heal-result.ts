import * as z from "zod";

/** What a maintenance run did. */
export const healResult = z.object({
  CountAttempted: z.int().min(0).meta({ description: "Users who needed it." }),
  CountHealed: z.int().min(0).meta({ description: "Users for whom it was done." }),
  TotalRecords: z.int().min(0).meta({ description: "Users that this run looked at; the next run continues behind them." }),
  Errors: z.array(z.string()),
  Processed: z.array(z.string()).meta({ description: "The ids of the users who needed it." }),
});

interface Run {
  readonly seen: number;
  readonly attempted: readonly string[];
  readonly healed: readonly string[];
  readonly errors: readonly string[];
}

export function presentRun({ seen, attempted, healed, errors }: Run): z.input<typeof healResult> {
  return {
    CountAttempted: attempted.length,
    CountHealed: healed.length,
    TotalRecords: seen,
    Errors: [...errors],
    Processed: [...attempted],
  };
}
