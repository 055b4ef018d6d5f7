import { charNgrams, queryTerms, stem } from "../domain/text/terms.ts";
import { holdsKind, questionKind } from "./question-kind.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Measured: with these the gold answer stands in the best sentence of five passages as often as a small change of any of them allows. */
const WEIGHTS = { passage: 1, words: 1, kind: 0.3, context: 0.8, grams: 0.6 };
/** A heading names what follows; it seldom says it. */
const HEADING_FACTOR = 0.5;

export interface ScoredSentence {
  readonly sentence: SentenceCandidate;
  readonly score: number;
}

/** idf of each key over the sentences at hand, for the keys that at least one of them holds. */
function weigh(
  keys: Iterable<string>,
  sentences: readonly SentenceCandidate[],
  holds: (sentence: SentenceCandidate, key: string) => boolean,
) {
  const weights = new Map<string, number>();
  for (const key of keys) {
    let holding = 0;
    for (const sentence of sentences) if (holds(sentence, key)) holding += 1;
    if (holding > 0) weights.set(key, Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5)));
  }
  return weights;
}

function sumOf(weights: ReadonlyMap<string, number>, counts: (key: string) => boolean): number {
  let sum = 0;
  for (const [key, weight] of weights) if (counts(key)) sum += weight;
  return sum;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/**
 * How well each sentence answers the question, best first: its passage's score, the idf of the question's words and character 4-grams
 * in it, the words that only the sentence before or the document's name holds, and whether it holds the kind of thing asked for.
 * Empty when no telling word of the question stands in any of them.
 */
export function scoreSentences(question: string, sentences: readonly SentenceCandidate[]): ScoredSentence[] {
  const asked = queryTerms(question);
  const stems = new Set(asked.map(({ term }) => stem(term)));
  const words = weigh(stems, sentences, (sentence, word) => sentence.stems.has(word));
  if (words.size === 0) return [];
  const gramsAsked = charNgrams(asked.map(({ surface }) => surface).join(" ")).keys();
  const grams = weigh(gramsAsked, sentences, (sentence, gram) => sentence.grams.has(gram));
  const gramSums = sentences.map((sentence) => sumOf(grams, (gram) => sentence.grams.has(gram)));
  const bestGrams = gramSums.reduce((best, sum) => Math.max(best, sum), 0);
  const bestPassage = sentences.reduce((best, { passage }) => Math.max(best, passage.score), 0);
  const allWords = sumOf(words, () => true);
  const kind = questionKind(question);
  const scored = sentences.map((sentence, at) => {
    const said = sumOf(words, (word) => sentence.stems.has(word));
    const understood = sumOf(words, (word) => !sentence.stems.has(word) && sentence.context.has(word));
    const score =
      WEIGHTS.passage * share(sentence.passage.score, bestPassage) +
      WEIGHTS.words * share(said, allWords) +
      WEIGHTS.context * share(understood, allWords) +
      WEIGHTS.grams * share(gramSums[at] ?? 0, bestGrams) +
      (kind !== null && holdsKind(kind, sentence, stems) ? WEIGHTS.kind : 0);
    return { sentence, score: sentence.isHeading ? score * HEADING_FACTOR : score };
  });
  return scored.sort((a, b) => b.score - a.score);
}
