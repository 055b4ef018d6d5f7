import * as z from "zod";

/** The paths of the Worker that contains the weights. */
export const SEMANTIC_PATHS = {
  words: "/words",
  similarities: "/similarities",
  sentences: "/sentences",
} as const;

/** Words with a lower cosine count as unrelated. */
export const MIN_COSINE = 0.4;
export const MAX_WORDS = 64;
/** Maximum length of a word; longer words get no neighbors. */
export const MAX_WORD_CHARS = 100;
export const MAX_NEIGHBORS = 1_000;
/** Maximum number of sentences in one comparison. */
export const MAX_COMPARED = 4_000;
/** Maximum number of sentences in one encoding request, about 0.5 s. */
export const MAX_ENCODED = 32;
/** Maximum length of a sentence; longer sentences are truncated. The encoder reads about 100 words. */
export const MAX_INPUT_CHARS = 2_000;

/** Size of a sentence vector in bytes. The vectors are not normalized to length 1. */
export const VECTOR_BYTES = 64;

const sentence = z.string().max(MAX_INPUT_CHARS);

export const wordsRequest = z.object({
  words: z.array(z.string().max(MAX_WORD_CHARS)).max(MAX_WORDS),
  limit: z.number().int().min(1).max(MAX_NEIGHBORS),
});
export const similaritiesRequest = z.object({
  question: sentence,
  sentences: z.array(sentence).max(MAX_COMPARED),
});
export const sentencesRequest = z.object({ sentences: z.array(sentence).max(MAX_ENCODED) });

/**
 * For each word, its similar words as pairs of word and cosine, the most similar first; null for an unknown
 * word.
 */
export const wordsResponse = z.object({
  near: z.array(z.array(z.tuple([z.string(), z.number()])).nullable()),
});
export type WordsResponse = z.output<typeof wordsResponse>;
