import { citableSpans } from "../extraction/citable-spans.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { QuotedSpan, ReadDocument } from "./overview-input.ts";

/**
 * Minimum number of characters of a sentence from the summary. A shorter sentence may occur there by chance.
 */
const MIN_CHARS = 12;
const MARK = /^(?:#{1,6}|[-*+•‣▪◦●○>]|\d{1,3}[.)])\s+/;
const PROSE = /^["'“‘«„(¿¡]*\p{L}.*[.!?…。！？۔।]["'”’»)\]]*$/su;
const [MIN_PROSE_CHARS, MAX_PROSE_CHARS] = [30, 500];
/** Number of passages to search for an opening sentence. */
const OPENING_PASSAGES = 3;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/**
 * Returns the main sentences of a document with their offsets. These are the sentences of its summary that
 * occur in the text, ignoring whitespace. If there are none, returns its first sentences.
 */
export function mainSentences(read: ReadDocument, limit: number): QuotedSpan[] {
  const summarized = sentencesOfSummary(read, limit);
  return summarized.length > 0 ? summarized : openingSentences(read, Math.min(limit, 3));
}

function sentencesOfSummary({ document, passages }: ReadDocument, limit: number): QuotedSpan[] {
  const found: QuotedSpan[] = [];
  const seen = new Set<string>();
  let left = document.summary;
  for (const passage of passages) {
    for (const { start, end } of splitSentences(passage.text)) {
      if (found.length >= limit || left.trim() === "") return found;
      const sentence = passage.text.slice(start, end).replace(/\s+/g, " ");
      // The summary of a table only repeats its beginning, so the sentence must be prose.
      if (
        sentence.length < MIN_CHARS ||
        !PROSE.test(sentence) ||
        seen.has(sentence) ||
        !left.includes(sentence)
      )
        continue;
      seen.add(sentence);
      left = left.replace(sentence, "");
      found.push({ passage, start, end });
    }
  }
  return found;
}

function openingSentences({ passages }: ReadDocument, limit: number): QuotedSpan[] {
  const spans = passages.slice(0, OPENING_PASSAGES).flatMap((passage) => bodySpans(passage));
  const prose = spans.filter(({ passage, start, end }) => isProse(passage.text.slice(start, end)));
  return prose.length > 0 ? prose.slice(0, limit) : spans.slice(0, 1);
}

/** Returns the quotable spans of a passage without headings. Column names precede the rows of a table. */
function bodySpans(passage: QuotedSpan["passage"]): QuotedSpan[] {
  return citableSpans(passage.text).flatMap(({ start, end, isHeading, header }) => {
    if (isHeading) return [];
    const from = start + (MARK.exec(passage.text.slice(start, end))?.[0].length ?? 0);
    if (!SAYS_SOMETHING.test(passage.text.slice(from, end))) return [];
    return [{ passage, ...(header !== null && header.start < start ? header : { start: from, end }) }];
  });
}

function isProse(text: string): boolean {
  return text.length >= MIN_PROSE_CHARS && text.length <= MAX_PROSE_CHARS && PROSE.test(text);
}
