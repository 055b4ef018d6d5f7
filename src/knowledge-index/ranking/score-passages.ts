import { type Competitor, fillSimilarities } from "../../domain/fill-similarities.ts";
import { termCounter } from "../query/term-counter.ts";
import type { AnalyzedQuestion } from "./analyze-question.ts";
import { bm25Share } from "./bm25.ts";
import type { CandidateSet } from "./candidate-set.ts";

/**
 * Weight of BM25 ÷ ideal BM25 beside the cosine similarity of the built-in model. Cosines of relevant and
 * other passages differ by a few hundredths only. A weight of .05 to .10 is equally good on eight sets.
 */
const WORDS_WEIGHT = 0.07;

/** The score of each candidate, in order. */
export function scorePassages({ terms, stemOf }: AnalyzedQuestion, set: CandidateSet): number[] {
  const { candidates, statistics, similarityOf } = set;
  const texts = candidates.map(({ words, title }) => `${words} ${title}`);
  const meanLength = mean(texts.map((text) => text.length));
  const counterOf = termCounter(terms, stemOf);
  const scored = candidates.map(({ row }, at): Competitor => {
    const text = texts[at] ?? "";
    return {
      // BM25 ÷ ideal BM25, and the mean of the best sentence and the best window.
      words: bm25Share(terms, statistics, counterOf(text), text.length / meanLength),
      similarity: similarityOf(row)?.best ?? null,
    };
  });
  const similarities = fillSimilarities(scored);
  if (similarities === null) return scored.map(({ words }) => words);
  return scored.map(({ words }, at) => (similarities[at] ?? 0) + WORDS_WEIGHT * words);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
