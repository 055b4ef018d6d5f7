import * as z from "zod";

/** What the service asks the Worker that holds the weights, one path a question. */
export const PATHS = { words: "/words", likeness: "/likeness", sentences: "/sentences" } as const;

/** A cosine below this says nothing. */
export const MIN_COSINE = 0.4;
export const MAX_WORDS = 64;
/** A longer one is looked up nowhere. */
export const MAX_WORD_CHARS = 100;
export const MAX_NEIGHBOURS = 1_000;
/** Sentences that are compared with a question at once. */
export const MAX_COMPARED = 4_000;
/** Sentences that are encoded at once: about half a second. */
export const MAX_ENCODED = 32;
/** Nothing is read beyond these; about 100 words are encoded. */
export const MAX_SENTENCE_CHARS = 2_000;

/** A sentence's vector: this many bytes, of any length; `likeness` compares two. */
export const VECTOR_BYTES = 64;

const sentence = z.string().max(MAX_SENTENCE_CHARS);

export const wordsOrder = z.object({
  words: z.array(z.string().max(MAX_WORD_CHARS)).max(MAX_WORDS),
  limit: z.number().int().min(1).max(MAX_NEIGHBOURS),
});
export const likenessOrder = z.object({ question: sentence, sentences: z.array(sentence).max(MAX_COMPARED) });
export const sentencesOrder = z.object({ sentences: z.array(sentence).max(MAX_ENCODED) });

/** For each word what means something alike, the most alike first, as pairs of word and cosine; null: unknown. */
export const wordsAnswer = z.object({ near: z.array(z.array(z.tuple([z.string(), z.number()])).nullable()) });
export type WordsAnswer = z.output<typeof wordsAnswer>;
