import type { Passage } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";
import { passageSpans, withoutMark } from "./answer-units.ts";
import type { Quotable } from "./quote-of.ts";

const MAX_SENTENCES_PER_PASSAGE = 200;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A table row or sentence of a passage that an answer may quote. */
export interface CitableSentence extends Quotable {
  /** Column names of this row. */
  readonly header: Span | null;
  /** The sentence directly before this one in the same paragraph. */
  readonly previous: CitableSentence | null;
}

/** Returns the sentences of a passage in order. Omits headings, and sentences without letters and digits. */
export function citableSentences(passage: Passage): CitableSentence[] {
  const sentences: CitableSentence[] = [];
  for (const { isHeading, isRow = false, header, ...span } of passageSpans(passage).slice(
    0,
    MAX_SENTENCES_PER_PASSAGE,
  )) {
    const { start, end, text } = withoutMark(passage.text, span);
    if (isHeading || !LETTER_OR_DIGIT.test(text)) continue;
    const before = sentences.at(-1);
    const isRightAfter = before !== undefined && !isRow && isGap(passage.text.slice(before.end, start));
    sentences.push({ passage, start, end, text, header, previous: isRightAfter ? before : null });
  }
  return sentences;
}

/** True for spaces with at most one line break, so both sentences belong to one paragraph. */
const isGap = (text: string): boolean => text.trim() === "" && text.split("\n").length <= 2;
