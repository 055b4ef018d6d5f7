import { quotableSpans } from "../answerers/extractive/quotable-spans.ts";
import { fold } from "../../text/terms.ts";
import { type QuotedSpan, type ReadDocument, textOf } from "./material.ts";

const MARK = /^ {0,3}(#{1,6})\s+/;
const CLOSING_MARK = /\s+#{1,6}$/;
/** A level of so many headings tells how a text is divided. */
const LEAST_OF_A_LEVEL = 2;

interface Heading extends QuotedSpan {
  readonly level: number;
}

/** The headings of the highest level that has several, in order, without the marks of Markdown; none where the text is not divided. */
export function headingsOf({ document, passages }: ReadDocument, limit: number): QuotedSpan[] {
  const all = passages.flatMap(headingsIn).filter((heading) => !isTitle(heading, document.displayName));
  const levels = [...new Set(all.map(({ level }) => level))].sort((a, b) => a - b);
  const level = levels.find((each) => all.filter((heading) => heading.level === each).length >= LEAST_OF_A_LEVEL);
  const seen = new Set<string>();
  return all
    .filter((heading) => {
      const text = textOf(heading);
      if (heading.level !== level || seen.has(text)) return false;
      seen.add(text);
      return true;
    })
    .slice(0, limit);
}

function headingsIn(passage: QuotedSpan["passage"]): Heading[] {
  return quotableSpans(passage.text).flatMap(({ start, end, isHeading }) => {
    if (!isHeading) return [];
    const text = passage.text.slice(start, end);
    const mark = MARK.exec(text);
    const closing = mark === null ? 0 : (CLOSING_MARK.exec(text)?.[0].length ?? 0);
    const from = start + (mark?.[0].length ?? 0);
    const to = end - closing;
    return from < to ? [{ passage, start: from, end: to, level: mark?.[1]?.length ?? 1 }] : [];
  });
}

/** The first line of a text is mostly its name. */
function isTitle(heading: Heading, displayName: string): boolean {
  const isFirst = heading.passage.start + heading.start < 200 && heading.level === 1;
  return isFirst && fold(textOf(heading)).replace(/[^\p{L}\p{N}]/gu, "") === fold(displayName).replace(/[^\p{L}\p{N}]/gu, "");
}
