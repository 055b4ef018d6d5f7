import type { CooperativeTask } from "../text/cooperative-task.ts";

/**
 * States of a citation:
 * - `valid`: the quote is at its cited position.
 * - `moved`: the quote is at another position of the current text.
 * - `changed`: the quote no longer occurs in the text.
 * - `gone`: no text is readable.
 */
export const CITATION_STATES = ["valid", "moved", "changed", "gone"] as const;
export type CitationState = (typeof CITATION_STATES)[number];

/** Bytes of text that one request reads at most, besides the last asset. */
export const MAX_CHECKED_BYTES = 16 * 1024 ** 2;

/** A position in a text, in UTF-16 code units, with the text before and after it. */
export interface QuotePosition {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

const AROUND_CHARS = 240;
const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));

/**
 * Returns the text between two offsets, with up to 240 code units before and after it. Never splits a
 * character.
 */
export function quotePositionIn(text: string, start: number, end: number): QuotePosition {
  const from = Math.max(0, start - AROUND_CHARS);
  const to = Math.min(text.length, end + AROUND_CHARS);
  const first = isLowSurrogate(text, from) ? from + 1 : from;
  const last = isLowSurrogate(text, to) ? to - 1 : to;
  return {
    start,
    end,
    before: text.slice(first, start),
    quote: text.slice(start, end),
    after: text.slice(end, last),
  };
}

/**
 * Finds the occurrence of the quote nearest to its cited position. Returns null if the quote does not occur.
 */
export function findQuote(text: string, quote: string, citedAt: number): QuotePosition | null {
  const before = text.lastIndexOf(quote, citedAt);
  const behind = text.indexOf(quote, citedAt);
  const found = [before, behind]
    .filter((at) => at !== -1)
    .toSorted((a, b) => Math.abs(a - citedAt) - Math.abs(b - citedAt));
  const [nearest] = found;
  return nearest === undefined ? null : quotePositionIn(text, nearest, nearest + quote.length);
}

const COUNTED_AT_ONCE = 1_000_000;

/** Counts the code points before a position. `#char=` fragments (RFC 5147) use this unit. */
export function* charsBeforeSteps(text: string, at: number): CooperativeTask<number> {
  let pairs = 0;
  for (let unit = 0; unit < at; unit += 1) {
    const code = text.charCodeAt(unit);
    if (code >= 0xdc00 && code <= 0xdfff) pairs += 1;
    if (unit % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1) yield;
  }
  return at - pairs;
}
