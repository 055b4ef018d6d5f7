import { splitSentences } from "../text/sentences.ts";

/** A passage of many short lines is no dearer than others. */
const MAX_SENTENCES = 64;

/** @returns the sentences of a passage */
export function sentencesOf(text: string): string[] {
  return splitSentences(text)
    .slice(0, MAX_SENTENCES)
    .map(({ start, end }) => text.slice(start, end));
}
