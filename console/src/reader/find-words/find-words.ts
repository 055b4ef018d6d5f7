import { type Folded, foldText } from "./fold.ts";

/** The words to find and the text around them in the stored text. */
export interface WantedWords {
  readonly quote: string;
  readonly before: string;
  readonly after: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Folded characters on each side that decide between several places. */
const CONTEXT_CHARS = 40;
/** A quote with more places than this on one page is no quote that anybody could find. */
const MAX_PLACES = 1_000;

/**
 * Finds words in a page: exactly the folded words, at the place whose surroundings agree best. Null if the
 * page does not have them, or if two places agree equally well.
 * @returns offsets in the source of `page`
 */
export function findWords(page: Folded, wanted: WantedWords): Span | null {
  const quote = foldText(wanted.quote);
  const places = placesOf(page, quote);
  if (places.length === 0) return null;
  const at = places.length === 1 ? places[0] : bestPlace(page.text, quote, places, wanted);
  return at === undefined || at === null ? null : sourceSpan(page, at, at + quote.length);
}

/** All places of folded words that begin and end with whole code points of the source. */
export function placesOf(page: Folded, quote: string): number[] {
  const places: number[] = [];
  if (quote === "") return places;
  for (let at = page.text.indexOf(quote); at >= 0; at = page.text.indexOf(quote, at + 1)) {
    if (isWhole(page, at, at + quote.length)) places.push(at);
    if (places.length === MAX_PLACES) break;
  }
  return places;
}

/** How many folded characters around a place agree, at most 40 on each side. */
export function agreementAt(page: string, start: number, end: number, before: string, after: string): number {
  const [left, right] = [foldText(before).slice(-CONTEXT_CHARS), foldText(after).slice(0, CONTEXT_CHARS)];
  let agreed = 0;
  while (agreed < left.length && left.at(-1 - agreed) === page[start - 1 - agreed]) agreed += 1;
  let following = 0;
  while (following < right.length && right[following] === page[end + following]) following += 1;
  return agreed + following;
}

export function sourceSpan(page: Folded, start: number, end: number): Span {
  return { start: page.starts[start] ?? 0, end: page.ends[end - 1] ?? 0 };
}

function bestPlace(
  page: string,
  quote: string,
  places: readonly number[],
  { before, after }: WantedWords,
): number | null {
  let [best, score, isTied] = [-1, -1, false];
  for (const at of places) {
    const agreed = agreementAt(page, at, at + quote.length, before, after);
    if (agreed === score) isTied = true;
    if (agreed <= score) continue;
    [best, score, isTied] = [at, agreed, false];
  }
  return isTied ? null : best;
}

/** Whether a range of the folded text covers whole code points: no half of a ligature. */
function isWhole({ starts, ends }: Folded, start: number, end: number): boolean {
  const startsWithin = start > 0 && starts[start - 1] === starts[start];
  const endsWithin = end < ends.length && ends[end] === ends[end - 1];
  return !startsWithin && !endsWithin;
}
