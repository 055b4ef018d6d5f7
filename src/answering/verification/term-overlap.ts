import type { ParsedRequest } from "./mark-request.ts";
import type { ParsedSentence } from "./parsed-sentence.ts";
import { VERIFICATION_WEIGHTS } from "./weights.ts";

/**
 * Features of an attribution check. Unless noted otherwise, each is a proportion of the sentence's content
 * words, from 0 to 1.
 */
export interface OverlapFeatures {
  readonly bias: 1;
  /** Words that occur in the cited sentences. */
  readonly cited: number;
  /** Words that occur in the context of the cited sentences, but not in these sentences. */
  readonly inContext: number;
  /** Words that occur in the question, but neither in the cited sentences nor in their context. */
  readonly inQuestion: number;
  /** Words that occur in none of the texts, as `min(8, count) / 8`. */
  readonly unknown: number;
  /** Longest sequence of words that occur in no cited sentence, as `min(6, length) / 6`. */
  readonly unknownRun: number;
  /** Proportion of adjacent word pairs that are also near each other in a cited sentence. */
  readonly adjacentPairs: number;
}

export const OVERLAP_FEATURES: readonly (keyof OverlapFeatures)[] = [
  "bias",
  "cited",
  "inContext",
  "inQuestion",
  "unknown",
  "unknownRun",
  "adjacentPairs",
];

export interface TermOverlap {
  readonly features: OverlapFeatures;
  /** True if the rule predicts support. */
  readonly isSupported: boolean;
}

/** Number of unknown words that counts as 1. */
export const MAX_UNKNOWN_WORDS = 8;
const MAX_UNKNOWN_RUN = 6;
/** Maximum number of content words between two words that are near each other. */
const MAX_GAP_WORDS = 2;

export function measureTermOverlap(known: ParsedRequest): TermOverlap {
  const features = featuresOf(known);
  const odds = OVERLAP_FEATURES.reduce((sum, name) => sum + features[name] * VERIFICATION_WEIGHTS[name], 0);
  // Odds above 0: more likely supported than not.
  return { features, isSupported: odds > 0 };
}

function featuresOf({ sentence, sources, contexts, question }: ParsedRequest): OverlapFeatures {
  // Omits numbers, because `checkFigures` compares their values.
  const content = [...new Set(contentOf(sentence))];
  const counts = { cited: 0, inContext: 0, inQuestion: 0, unknown: 0 };
  const isCited = (stem: string): boolean => sources.some(({ stems }) => stems.has(stem));
  for (const stem of content) {
    if (isCited(stem)) counts.cited += 1;
    else if (contexts.some(({ stems }) => stems.has(stem))) counts.inContext += 1;
    else if (question.stems.has(stem)) counts.inQuestion += 1;
    else counts.unknown += 1;
  }
  const whole = Math.max(1, content.length);
  return {
    bias: 1,
    cited: counts.cited / whole,
    inContext: counts.inContext / whole,
    inQuestion: counts.inQuestion / whole,
    unknown: Math.min(MAX_UNKNOWN_WORDS, counts.unknown) / MAX_UNKNOWN_WORDS,
    unknownRun: Math.min(MAX_UNKNOWN_RUN, longestRun(contentOf(sentence), isCited)) / MAX_UNKNOWN_RUN,
    adjacentPairs: sharedPairs(sentence, sources),
  };
}

function longestRun(content: readonly string[], isCited: (stem: string) => boolean): number {
  let [longest, run] = [0, 0];
  for (const stem of content) {
    run = isCited(stem) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const contentOf = ({ words }: ParsedSentence): string[] =>
  words.flatMap(({ kind, stem }) => (kind === "function" || kind === "number" ? [] : [stem]));

function sharedPairs(sentence: ParsedSentence, sources: readonly ParsedSentence[]): number {
  const own = contentOf(sentence);
  if (own.length < 2) return 1;
  const near = new Set<string>();
  for (const source of sources) {
    const theirs = contentOf(source);
    for (const [at, stem] of theirs.entries()) {
      for (let next = at + 1; next <= at + 1 + MAX_GAP_WORDS && next < theirs.length; next += 1) {
        near.add(`${stem}\n${theirs[next]}`);
        near.add(`${theirs[next]}\n${stem}`);
      }
    }
  }
  const shared = own.slice(1).filter((stem, at) => near.has(`${own[at]}\n${stem}`)).length;
  return shared / (own.length - 1);
}
