import type { Passage } from "../../domain/retrieval.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import { sourceKey } from "../citations.ts";
import { citableSentences } from "../extraction/citable-sentences.ts";
import { type NumberedSentences, numberSentences } from "./number-sentences.ts";

/**
 * Cuts passages into parts that fit the tokens. A part that is at least half full ends before a heading or
 * another document, so that sections stay together. Sentence numbers go on from part to part.
 */
export function cutIntoParts(passages: readonly Passage[], tokens: number): NumberedSentences[] {
  const parts: NumberedSentences[] = [];
  let first = 1;
  let [held, heldTokens, heldSentences]: [Passage[], number, number] = [[], 0, 0];
  const close = (): void => {
    const part = numberSentences(held, first);
    if (part.sentences.length > 0) parts.push(part);
    first += part.sentences.length;
    [held, heldTokens, heldSentences] = [[], 0, 0];
  };
  for (const passage of passages) {
    // Alone, a passage shows its document and its headings, so the sum of all is never too small.
    const { text, sentences } = numberSentences([passage], first + heldSentences);
    const own = estimateTokens(text) + 1;
    if (own > tokens) continue;
    const isFull = heldTokens + own > tokens;
    if (isFull || (heldTokens > tokens / 2 && isNewSection(passage, held.at(-1)))) close();
    held.push(passage);
    heldTokens += own;
    heldSentences += sentences.length;
  }
  close();
  return parts;
}

function isNewSection(passage: Passage, before: Passage | undefined): boolean {
  if (before === undefined || sourceKey(before) !== sourceKey(passage)) return true;
  return citableSentences(passage)[0]?.kind === "heading";
}
