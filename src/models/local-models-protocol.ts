import * as z from "zod";

/** The paths of the model process. */
export const LOCAL_MODELS_PATHS = { embed: "/embed", read: "/read" } as const;
/** Header that names the requesting organization, for fair scheduling. */
export const LOCAL_MODELS_OWNER = "x-owner";
/** Header with the time that the caller waits, in milliseconds. */
export const LOCAL_MODELS_TIMEOUT = "x-timeout-ms";

/** Components of a vector, one byte each. */
export const LOCAL_DIMENSIONS = 384;
/**
 * A component of 1 byte is `value × 127 ÷ .25`, limited to ±127. The largest component that texts reached is
 * .1975, so a fixed scale loses nothing and keeps all vectors comparable without factors.
 */
export const LOCAL_VECTOR_SCALE = 0.25 / 127;
/** Maximum number of texts per embedding request. */
export const MAX_EMBEDDED_TEXTS = 32;
/** Maximum number of passages per reading request. */
export const MAX_READ_PASSAGES = 16;
/** Maximum length of a text, in UTF-16 code units. The models read at most 510 tokens of it. */
export const MAX_MODEL_TEXT_CHARS = 8_000;

const text = z.string().max(MAX_MODEL_TEXT_CHARS);

export const embedRequest = z.object({
  purpose: z.enum(["question", "passage"]),
  texts: z.array(text).max(MAX_EMBEDDED_TEXTS),
});
export type EmbedRequest = z.output<typeof embedRequest>;

export const readRequest = z.object({ question: text, passages: z.array(text).max(MAX_READ_PASSAGES) });
export type ReadRequest = z.output<typeof readRequest>;

const offset = z.int().nonnegative();
const reading = z.object({
  span: z.object({ start: offset, end: offset }).nullable(),
  margin: z.number(),
  probability: z.number().min(0).max(1),
});

/** One reading per passage; null for a passage that the busy process skipped. */
export const readResponse = z.object({ readings: z.array(reading.nullable()) });
export type ReadResponse = z.output<typeof readResponse>;
