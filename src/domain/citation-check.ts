import type { CooperativeTask } from "../text/cooperative-task.ts";

/**
 * `valid`: the quote is at its position. `moved`: it is elsewhere in the current text. `changed`: it no
 * longer occurs. `gone`: no text is readable.
 */
export const CITATION_STATES = ["valid", "moved", "changed", "gone"] as const;
export type CitationState = (typeof CITATION_STATES)[number];

/** A position in a text in UTF-16 code units, with the surrounding text. */
export interface QuotePosition {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

const AROUND_CHARS = 240;
const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** The text at a position, with up to 240 code units before and after it. Never splits a character. */
export function quotePositionIn(text: string, start: number, end: number): QuotePosition {
  const from = Math.max(0, start - AROUND_CHARS);
  const to = Math.min(text.length, end + AROUND_CHARS);
  const first = isLowSurrogate(text, from) ? from + 1 : from;
  const last = isLowSurrogate(text, to) ? to - 1 : to;
  return { start, end, before: text.slice(first, start), quote: text.slice(start, end), after: text.slice(end, last) };
}

/** The occurrence of the quote nearest to its cited position. Null when it does not occur. */
export function findQuote(text: string, quote: string, citedAt: number): QuotePosition | null {
  const before = text.lastIndexOf(quote, citedAt);
  const behind = text.indexOf(quote, citedAt);
  const found = [before, behind].filter((at) => at !== -1).toSorted((a, b) => Math.abs(a - citedAt) - Math.abs(b - citedAt));
  const [nearest] = found;
  return nearest === undefined ? null : quotePositionIn(text, nearest, nearest + quote.length);
}

const COUNTED_AT_ONCE = 1_000_000;

/** Number of code points before a position, the unit of a `#char=` fragment (RFC 5147). */
export function* charsBeforeSteps(text: string, at: number): CooperativeTask<number> {
  let pairs = 0;
  for (let unit = 0; unit < at; unit += 1) {
    const code = text.charCodeAt(unit);
    if (code >= 0xdc00 && code <= 0xdfff) pairs += 1;
    if (unit % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1) yield;
  }
  return at - pairs;
}
