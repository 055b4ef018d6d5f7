import { normalizedWords } from "../../../text/normalized-words.ts";
import type { WordMatcher } from "./word-matcher.ts";

/** Factor for words in the previous sentence or the title, which count a little less. */
const CONTEXT_FACTOR = 0.8;

/** How much of the question each sentence covers. */
export interface SoftCoverage {
  /** Proportion of the question that each sentence covers, 0 to 1. */
  readonly shares: readonly number[];
  /** For each term, the similarity of the closest word in all sentences and the title, 0 to 1. */
  readonly termSimilarities: Float32Array;
}

/** @param idf idf of each question term */
export function softCoverage(
  sentences: readonly string[],
  title: string,
  idf: readonly number[],
  matches: WordMatcher,
): SoftCoverage {
  const whole = idf.reduce((sum, value) => sum + value, 0);
  const named = bestMatches(normalizedWords(title), idf.length, matches);
  const termSimilarities = Float32Array.from(named);
  let before: Float32Array = new Float32Array(idf.length);
  const shares = sentences.map((sentence) => {
    const own = bestMatches(normalizedWords(sentence), idf.length, matches);
    const covered = idf.reduce((sum, value, at) => {
      const context = Math.max(named[at] ?? 0, before[at] ?? 0);
      return sum + value * Math.max(own[at] ?? 0, CONTEXT_FACTOR * context);
    }, 0);
    before = own;
    for (const [at, part] of own.entries()) termSimilarities[at] = Math.max(termSimilarities[at] ?? 0, part);
    return whole > 0 ? covered / whole : 0;
  });
  return { shares, termSimilarities };
}

function bestMatches(words: readonly string[], terms: number, matches: WordMatcher): Float32Array {
  const best = new Float32Array(terms);
  for (const word of words) {
    const match = matches(word);
    if (match === null) continue;
    for (let at = 0; at < terms; at += 1) best[at] = Math.max(best[at] ?? 0, match[at] ?? 0);
  }
  return best;
}
