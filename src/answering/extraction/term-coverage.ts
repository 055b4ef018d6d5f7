import type { SimilarWord } from "../../domain/retrieval.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/**
 * Coverage of the question's terms by a sentence, 0 to 1, and the additional coverage by the sentence's
 * context.
 */
export interface TermCoverage {
  readonly said: number;
  readonly understood: number;
}

/** Coverage by stem: 1 for an exact match, less for a similar word. */
type StemCoverage = ReadonlyMap<string, number>;

/**
 * Computes the idf-weighted term coverage of each sentence. Returns null if no sentence contains a term.
 * @param alike similar words by term
 * @param importance factors of the stems' weights
 */
export function termCoverage(
  stems: ReadonlySet<string>,
  sentences: readonly SentenceCandidate[],
  alike: readonly SimilarWord[],
  importance: (stem: string) => number,
): TermCoverage[] | null {
  const parts = partsOf(alike);
  const own = sentences.map((sentence) =>
    stemCoverage(
      stems,
      sentence.stems,
      sentence.words.map(({ term }) => term),
      parts,
    ),
  );
  const weights = new Map<string, number>();
  for (const stem of stems) {
    const holding = own.reduce((sum, held) => sum + (held.get(stem) ?? 0), 0);
    if (holding > 0)
      weights.set(
        stem,
        importance(stem) * Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5)),
      );
  }
  if (weights.size === 0) return null;
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return sentences.map((sentence, at) => {
    const context = stemCoverage(stems, sentence.context, sentence.contextTerms, parts);
    let [said, understood] = [0, 0];
    for (const [stem, weight] of weights) {
      const held = own[at]?.get(stem) ?? 0;
      said += weight * held;
      understood += weight * Math.max(0, (context.get(stem) ?? 0) - held);
    }
    return whole > 0 ? { said: said / whole, understood: understood / whole } : { said: 0, understood: 0 };
  });
}

function partsOf(alike: readonly SimilarWord[]): ReadonlyMap<string, readonly SimilarWord[]> {
  const parts = new Map<string, SimilarWord[]>();
  for (const word of alike) parts.set(word.word, [...(parts.get(word.word) ?? []), word]);
  return parts;
}

function stemCoverage(
  asked: ReadonlySet<string>,
  stems: ReadonlySet<string>,
  terms: Iterable<string>,
  parts: ReadonlyMap<string, readonly SimilarWord[]>,
): StemCoverage {
  const held = new Map<string, number>();
  for (const stem of asked) if (stems.has(stem)) held.set(stem, 1);
  if (parts.size === 0) return held;
  for (const term of terms) {
    for (const { stem, part } of parts.get(term) ?? []) held.set(stem, Math.max(held.get(stem) ?? 0, part));
  }
  return held;
}
