import { citableSpans } from "../extraction/citable-spans.ts";
import type { Passage } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";
import { normalizeText } from "../../text/terms.ts";
import { type QuotedSpan, type ReadDocument, spanText } from "./overview-input.ts";

const MARK = /^ {0,3}(#{1,6})\s+/;
const MAX_MARKS = 6;
/** Minimum number of headings of a level that divides a text into sections. */
const MIN_PER_LEVEL = 2;
const MIN_PER_KIND = 2;
/** Matches the number of a heading: "2.1 Use", "3. Inspection". */
const NUMBER = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{L}/u;
const FENCE = /^ {0,3}(?:`{3}|~{3})/gm;

interface Heading extends QuotedSpan {
  readonly level: number;
  /** Feature that identified the heading: a Markdown mark, a number, or its own line between blank lines. */
  readonly by: "mark" | "number" | "place";
}

/**
 * Returns the headings of the highest level that has several headings, in order, without Markdown marks.
 * Considers headings without mark and number only if no other heading exists.
 */
export function headingsOf({ document, passages }: ReadDocument, limit: number): QuotedSpan[] {
  const all = headingsIn(passages).filter((heading) => !isTitle(heading, document.displayName));
  const by =
    (["mark", "number"] as const).find(
      (each) => all.filter((heading) => heading.by === each).length >= MIN_PER_KIND,
    ) ?? "place";
  const ofKind = by === "place" ? all : all.filter((heading) => heading.by === by);
  const levels = [...new Set(ofKind.map(({ level }) => level))].sort((a, b) => a - b);
  const level = levels.find(
    (each) => ofKind.filter((heading) => heading.level === each).length >= MIN_PER_LEVEL,
  );
  const seen = new Set<string>();
  return ofKind
    .filter((heading) => {
      const text = spanText(heading);
      if (heading.level !== level || seen.has(text)) return false;
      seen.add(text);
      return true;
    })
    .slice(0, limit);
}

/** Returns the headings of the passages. Ignores code, in which "#" starts a comment. */
function headingsIn(passages: readonly Passage[]): Heading[] {
  const headings: Heading[] = [];
  let fences = 0;
  for (const passage of passages) {
    const before = fences;
    const fenceOffsets = [...passage.text.matchAll(FENCE)].map(({ index }) => index);
    fences += fenceOffsets.length;
    for (const span of citableSpans(passage.text)) {
      const isInCode = (before + fenceOffsets.filter((offset) => offset < span.start).length) % 2 === 1;
      const heading = span.isHeading && !isInCode ? headingAt(passage, span) : null;
      if (heading !== null) headings.push(heading);
    }
  }
  return headings;
}

function headingAt(passage: Passage, { start, end }: Span): Heading | null {
  const text = passage.text.slice(start, end);
  const mark = MARK.exec(text);
  const closing = mark === null ? 0 : closingMarkLength(text);
  const [from, to] = [start + (mark?.[0].length ?? 0), end - closing];
  if (from >= to) return null;
  const number = NUMBER.exec(text)?.[1];
  if (mark !== null) return { passage, start: from, end: to, level: mark[1]?.length ?? 1, by: "mark" };
  return {
    passage,
    start: from,
    end: to,
    level: number?.split(".").length ?? 1,
    by: number === undefined ? "place" : "number",
  };
}

/** True if the heading is the title of the text, usually its first line. */
function isTitle(heading: Heading, displayName: string): boolean {
  const isFirst = heading.passage.start + heading.start < 200 && heading.level === 1;
  return (
    isFirst &&
    normalizeText(spanText(heading)).replace(/[^\p{L}\p{N}]/gu, "") ===
      normalizeText(displayName).replace(/[^\p{L}\p{N}]/gu, "")
  );
}

/** Returns the length of the closing "##" of a heading with the space before it, or 0. */
function closingMarkLength(text: string): number {
  let marksFrom = text.length;
  while (text[marksFrom - 1] === "#") marksFrom -= 1;
  const marks = text.length - marksFrom;
  const end = text.slice(0, marksFrom).trimEnd().length;
  return marks === 0 || marks > MAX_MARKS || end === marksFrom ? 0 : text.length - end;
}
