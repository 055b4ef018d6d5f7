import { placesOf, sourceSpan, type Span } from "./find-words.ts";
import { type Folded, foldText } from "./fold.ts";

/** A shorter half could be anywhere. */
const MIN_HALF_CHARS = 8;

/**
 * Finds words that a page's end splits: the longest beginning that this page has, and exactly the rest on the
 * next page.
 */
export function splitWords(page: Folded, next: Folded, quote: string): readonly [Span, Span] | null {
  const folded = foldText(quote);
  let [low, high] = [MIN_HALF_CHARS, folded.length - MIN_HALF_CHARS];
  if (low > high || !page.text.includes(folded.slice(0, low))) return null;
  // The page has every beginning of a beginning that it has.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (page.text.includes(folded.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  for (let length = low; length >= MIN_HALF_CHARS; length -= 1) {
    const first = placesOf(page, folded.slice(0, length)).at(-1);
    const second = placesOf(next, folded.slice(length))[0];
    if (first === undefined || second === undefined) continue;
    return [
      sourceSpan(page, first, first + length),
      sourceSpan(next, second, second + folded.length - length),
    ];
  }
  return null;
}
