import type { Passage } from "../domain/retrieval.ts";
import { countWords } from "./count-words.ts";

/** Limits of an answer in tokens as `countWords` counts them. 0 means no limit. */
export interface AnswerLimits {
  /** Maximum length of the question and its passages together. */
  readonly contextTokens: number;
  /** Maximum length of the answer, including citation markers. */
  readonly maxTokens: number;
  /**
   * Stop sequences. The answer ends before the first occurrence of any of them. Empty strings are ignored.
   */
  readonly stop: readonly string[];
}

export const NO_LIMITS: AnswerLimits = { contextTokens: 0, maxTokens: 0, stop: [] };

const MAX_CONTEXT_PASSAGES = 5;

/** Selects the passages for the answerer: those of the best five that fit beside the question, best first. */
export function selectContext(
  question: string,
  passages: readonly Passage[],
  { contextTokens }: AnswerLimits,
): Passage[] {
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
