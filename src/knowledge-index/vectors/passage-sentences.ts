import { splitSentences } from "../../text/sentences.ts";

/** Maximum number of sentences of one passage. It bounds the cost of a passage with many short lines. */
const MAX_SENTENCES = 64;

export function passageSentences(text: string): string[] {
  return splitSentences(text)
    .slice(0, MAX_SENTENCES)
    .map(({ start, end }) => text.slice(start, end));
}
