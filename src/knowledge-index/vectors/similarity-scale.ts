import { type Embedder, EmbedderError } from "../../models/embedder.ts";
import { cosineSimilarities } from "./cosine-similarities.ts";

/** Mean and deviation of a model's cosine similarity for unrelated texts. */
export interface SimilarityScale {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * The scale of the built-in model, on which the weights of the ranking were measured. A test verifies it.
 */
export const BUILT_IN_SCALE: SimilarityScale = { mean: 0.7206, deviation: 0.02396 };
/** Below this deviation the model cannot distinguish texts. */
const MIN_DEVIATION = 0.004;
const TIMEOUT_MS = 30_000;

/** Questions about unrelated subjects; no sentence below answers one of them. */
const QUESTIONS = [
  "When does the library open on Saturdays?",
  "How much sugar is needed for the cake?",
  "Who composed the music of the film?",
  "What is the top speed of the train?",
  "Which vitamins are found in spinach?",
  "Why did the bank raise its interest rate?",
  "How are volcanoes formed?",
  "Where can I renew my passport?",
  "What does the warranty of the dishwasher cover?",
  "Who won the election in the northern district?",
  "How long does the battery of the phone last?",
  "What should be done after a snake bite?",
];
const SENTENCES = [
  "The defendant appealed against the verdict of the lower court.",
  "Penguins huddle together to keep warm during the winter storms.",
  "The compiler reports an error when a variable is never declared.",
  "Her grandmother wove carpets from wool that she had dyed herself.",
  "The striker was injured in the second half and had to leave the pitch.",
  "Concrete reaches most of its strength within four weeks.",
  "The monks copied manuscripts by candlelight for many years.",
  "Tickets for the ferry are sold at the harbour office.",
  "The orchestra tuned its instruments before the curtain rose.",
  "Soil that drains badly makes the roots of roses rot.",
  "The treaty divided the islands between the two kingdoms.",
  "Astronomers measured the distance to the galaxy once more.",
];

/**
 * Measures a model's cosine similarity for unrelated questions and sentences. The mean differs between models
 * (0.1 to 0.7). The distance of a related pair from the mean, in standard deviations, hardly differs.
 * @throws EmbedderError also `misfit` when the model cannot distinguish texts
 */
export async function measureScale(embedder: Embedder): Promise<SimilarityScale> {
  const [questions, sentences] = [
    await embedAll(embedder, QUESTIONS, "question"),
    await embedAll(embedder, SENTENCES, "passage"),
  ];
  const stored = new Int8Array(sentences.flatMap((vector) => [...vector]));
  const pairs = questions.flatMap((question) => [...cosineSimilarities(question, stored)]);
  const mean = pairs.reduce((sum, cosine) => sum + cosine, 0) / pairs.length;
  const deviation = Math.sqrt(pairs.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / pairs.length);
  if (deviation < MIN_DEVIATION)
    throw new EmbedderError("misfit", "The embedding model gives different texts the same vector.");
  return { mean, deviation };
}

/**
 * Converts a cosine to the scale of the built-in model: the same number of standard deviations above the
 * mean.
 */
export function toBuiltInScale(cosine: number, { mean, deviation }: SimilarityScale): number {
  const same = BUILT_IN_SCALE.mean + ((cosine - mean) / deviation) * BUILT_IN_SCALE.deviation;
  return Math.max(-1, Math.min(1, same));
}

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  purpose: "question" | "passage",
): Promise<Int8Array[]> {
  const vectors: Int8Array[] = [];
  for (let first = 0; first < texts.length; first += embedder.batch) {
    vectors.push(...(await embedder.embed(texts.slice(first, first + embedder.batch), purpose, TIMEOUT_MS)));
  }
  return vectors;
}
