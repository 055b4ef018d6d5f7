import type { Passage } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";
import { isChapterOf } from "../../text/text-headings.ts";
import { headingContextOf } from "./heading-context.ts";
import { passageSpans, withoutMark } from "./answer-units.ts";
import { overlapsAny, untrustedSpans } from "./untrusted-spans.ts";
import type { Quotable } from "./quote-of.ts";

const MAX_SENTENCES_PER_PASSAGE = 200;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A sentence, table row, heading or line of code of a passage that an answer may cite. */
export interface CitableSentence extends Quotable {
  readonly kind: "sentence" | "row" | "heading" | "code";
  /** Column names of this row. */
  readonly header: Span | null;
  /** The headings above the sentence, outermost first, also those of earlier passages. */
  readonly headings: readonly string[];
  /** The text with the mark of a list item, a quotation or a heading. */
  readonly marked: string;
  /** True for text that readers of the document do not see. It is no evidence. */
  readonly isUntrusted: boolean;
  /** The sentence directly before this one in the same paragraph. */
  readonly previous: CitableSentence | null;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Returns the sentences of a passage in order. Omits text without letters and digits, except in code. */
export function citableSentences(passage: Passage): CitableSentence[] {
  const sentences: CitableSentence[] = [];
  const untrusted = untrustedSpans(passage);
  let headings: readonly Heading[] = headingsAbove(passage);
  for (const cited of passageSpans(passage).slice(0, MAX_SENTENCES_PER_PASSAGE)) {
    const { isHeading, isRow = false, isCode = false, header, level = 0, ...span } = cited;
    const marked = passage.text.slice(span.start, span.end);
    const { start, end, text } = isCode ? { ...span, text: marked } : withoutMark(passage.text, span);
    if (!isCode && !LETTER_OR_DIGIT.test(text)) continue;
    if (isHeading)
      headings = headings.filter((above) => above.level < level && isChapterOf(above.text, text));
    const kind = isHeading ? "heading" : isRow ? "row" : isCode ? "code" : "sentence";
    const before = sentences.at(-1);
    const isRightAfter =
      kind === "sentence" && before?.kind === kind && isGap(passage.text.slice(before.end, start));
    sentences.push({
      passage,
      start,
      end,
      text,
      kind,
      header,
      marked,
      isUntrusted: overlapsAny({ start, end }, untrusted),
      headings: headings.map((above) => above.text),
      previous: isRightAfter ? before : null,
    });
    if (isHeading) headings = [...headings, { level, text }];
  }
  return sentences;
}

/** The headings of earlier passages. Headings without a stored level get their depth as level. */
function headingsAbove(passage: Passage): Heading[] {
  const above = headingContextOf(passage);
  return (above?.headings ?? "")
    .split("\n")
    .filter((text) => text.trim() !== "")
    .map((text, at) => ({ text, level: above?.levels?.[at] ?? at + 1 }));
}

/** True for spaces with at most one line break, so both sentences belong to one paragraph. */
const isGap = (text: string): boolean => text.trim() === "" && text.split("\n").length <= 2;
