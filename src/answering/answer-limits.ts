import type { Passage } from "../domain/retrieval.ts";
import { countWords } from "./count-words.ts";

/** How much an answer may read and say, in text tokens as `countWords` counts them; 0: as much as it likes. */
export interface AnswerLimits {
  /** The question and the passages read together. */
  readonly contextTokens: number;
  /** The answer with its markers. */
  readonly maxTokens: number;
  /** The answer ends before the first of these texts; empty ones mean nothing. */
  readonly stop: readonly string[];
}

export const NO_LIMITS: AnswerLimits = { contextTokens: 0, maxTokens: 0, stop: [] };

const PASSAGES_READ = 5;

/** The passages that the answerer reads, best first: of the best five those that fit beside the question, the better ones taken first. */
export function passagesRead(question: string, passages: readonly Passage[], { contextTokens }: AnswerLimits): Passage[] {
  const best = passages.slice(0, PASSAGES_READ);
  if (contextTokens === 0) return best;
  let left = contextTokens - countWords(question);
  return best.filter((passage) => {
    const tokens = countWords(passage.text);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}
