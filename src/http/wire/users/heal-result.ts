import * as z from "zod";

/** The result of a maintenance run. */
export const healResult = z.object({
  CountAttempted: z.int().min(0).meta({ description: "Users with missing data." }),
  CountHealed: z.int().min(0).meta({ description: "Repaired users." }),
  TotalRecords: z.int().min(0).meta({ description: "Inspected users; the next run continues behind them." }),
  Errors: z.array(z.string()),
  Processed: z.array(z.string()).meta({ description: "The ids of the users with missing data." }),
});

interface Run {
  readonly seen: number;
  readonly attempted: readonly string[];
  readonly healed: readonly string[];
  readonly errors: readonly string[];
}

export function presentHealResult({ seen, attempted, healed, errors }: Run): z.input<typeof healResult> {
  return {
    CountAttempted: attempted.length,
    CountHealed: healed.length,
    TotalRecords: seen,
    Errors: [...errors],
    Processed: [...attempted],
  };
}
