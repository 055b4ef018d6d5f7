import type { Steps } from "../text/steps.ts";

/** `valid`: it stands where it was cited. `moved`: in the current text it stands elsewhere. `changed`: it stands there no more. `gone`: no text may be read. */
export const CITATION_STATES = ["valid", "moved", "changed", "gone"] as const;
export type CitationState = (typeof CITATION_STATES)[number];

/** A place in a text, in UTF-16 code units, with what stands around it. */
export interface QuotePlace {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

const AROUND_CHARS = 240;
const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** What stands at a place, with up to 240 code units before and after it; no character is cut in two. */
export function placeIn(text: string, start: number, end: number): QuotePlace {
  const from = Math.max(0, start - AROUND_CHARS);
  const to = Math.min(text.length, end + AROUND_CHARS);
  const first = isLowSurrogate(text, from) ? from + 1 : from;
  const last = isLowSurrogate(text, to) ? to - 1 : to;
  return { start, end, before: text.slice(first, start), quote: text.slice(start, end), after: text.slice(end, last) };
}

/** Where the quote stands in a text: the place that is nearest to where it was cited; null when it stands nowhere in it. */
export function findQuote(text: string, quote: string, citedAt: number): QuotePlace | null {
  const before = text.lastIndexOf(quote, citedAt);
  const behind = text.indexOf(quote, citedAt);
  const found = [before, behind].filter((at) => at !== -1).toSorted((a, b) => Math.abs(a - citedAt) - Math.abs(b - citedAt));
  const [nearest] = found;
  return nearest === undefined ? null : placeIn(text, nearest, nearest + quote.length);
}

const COUNTED_AT_ONCE = 1_000_000;

/** How many characters (code points) stand before a place: what a `#char=` fragment counts in (RFC 5147). */
export function* charsBeforeSteps(text: string, at: number): Steps<number> {
  let pairs = 0;
  for (let unit = 0; unit < at; unit += 1) {
    const code = text.charCodeAt(unit);
    if (code >= 0xdc00 && code <= 0xdfff) pairs += 1;
    if (unit % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1) yield;
  }
  return at - pairs;
}
