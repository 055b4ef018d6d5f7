import type { Passage } from "../domain/retrieval.ts";
import { countWords } from "./count-words.ts";

/** Limits of an answer in tokens as `countWords` counts them. 0 means no limit. */
export interface AnswerLimits {
  /** Question plus passages. */
  readonly contextTokens: number;
  /** The answer with its markers. */
  readonly maxTokens: number;
  /** Stop sequences: the answer ends before the first one. Empty strings are ignored. */
  readonly stop: readonly string[];
}

export const NO_LIMITS: AnswerLimits = { contextTokens: 0, maxTokens: 0, stop: [] };

const MAX_CONTEXT_PASSAGES = 5;

/**
 * Selects the passages that the answerer reads: of the best five, those that fit beside the question, best
 * first.
 */
export function selectContext(question: string, passages: readonly Passage[], { contextTokens }: AnswerLimits): Passage[] {
  const best = passages.slice(0, MAX_CONTEXT_PASSAGES);
  if (contextTokens === 0) return best;
  let left = contextTokens - countWords(question);
  return best.filter((passage) => {
    const tokens = countWords(passage.text);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}
