import * as z from "zod";

/** What must hold for a turn to be right; all that is given must. A turn with none of it is only asked. */
export const turn = z.strictObject({
  question: z.string().min(1),
  /** What it tests; figures are told for each. */
  kind: z.string().min(1).default("direct"),
  /** Any of these stands in a quote. */
  answers: z.array(z.string().min(1)).optional(),
  /** Each of these stands in some quote. */
  all: z.array(z.string().min(1)).optional(),
  /** Each of these stands in the answer's text. */
  says: z.array(z.string().min(1)).optional(),
  /** None of these stands in a quote or in the answer's text. */
  never: z.array(z.string().min(1)).optional(),
  /** Whether it is right to quote nothing. */
  refused: z.boolean().optional(),
});

export const conversation = z.strictObject({
  id: z.string().min(1),
  /** The one document that it is about; without it, the whole set. */
  doc: z.string().optional(),
  turns: z.array(turn).min(1),
});

export type Turn = Readonly<z.output<typeof turn>>;
export type Conversation = Readonly<z.output<typeof conversation>>;
