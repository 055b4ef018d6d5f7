import * as z from "zod";

/** Conditions for a correct turn; all given ones must hold. A turn without conditions is only asked. */
export const turn = z.strictObject({
  question: z.string().min(1),
  /** The tested skill; figures are reported for each. */
  kind: z.string().min(1).default("direct"),
  /** A quote must contain at least one of these. */
  answers: z.array(z.string().min(1)).optional(),
  /** Each of these must appear in a quote. */
  all: z.array(z.string().min(1)).optional(),
  /** The answer's text must contain each of these. */
  says: z.array(z.string().min(1)).optional(),
  /** Neither a quote nor the answer's text may contain any of these. */
  never: z.array(z.string().min(1)).optional(),
  /** Whether an answer without quotes is correct. */
  refused: z.boolean().optional(),
});

export const conversation = z.strictObject({
  id: z.string().min(1),
  /** Limits the scope to one document; default: the whole set. */
  doc: z.string().optional(),
  turns: z.array(turn).min(1),
});

export type Turn = Readonly<z.output<typeof turn>>;
export type Conversation = Readonly<z.output<typeof conversation>>;
