/** Ranges over the drawn pieces of a stored text. */
import { foldText } from "../find-words/fold.ts";
import { textOf } from "../highlights.ts";

interface DrawnPiece {
  readonly at: number;
  readonly node: Text;
}

/** The drawn pieces of a view, in the order of the text. */
export function drawnPieces(host: Element): readonly DrawnPiece[] {
  const pieces: DrawnPiece[] = [];
  for (const { dataset, firstChild } of host.querySelectorAll<HTMLElement>("[data-at]"))
    if (firstChild instanceof Text) pieces.push({ at: Number(dataset["at"]), node: firstChild });
  return pieces.toSorted((one, other) => one.at - other.at);
}

/** The parts of the pieces within `[start, end)` of the stored text, in order. */
export function rangesWithin(pieces: readonly DrawnPiece[], start: number, end: number): Range[] {
  const ranges: Range[] = [];
  for (let index = firstEndingAfter(pieces, start); index < pieces.length; index += 1) {
    const { at, node } = pieces[index]!;
    if (at >= end) break;
    const range = new Range();
    range.setStart(node, Math.max(0, start - at));
    range.setEnd(node, Math.min(node.length, end - at));
    ranges.push(range);
  }
  return ranges;
}

function firstEndingAfter(pieces: readonly DrawnPiece[], offset: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { at, node } = pieces[middle]!;
    if (at + node.length > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether ranges cover exactly the quote. The signs of headings and tables are not drawn. */
export function coversQuote(ranges: readonly Range[], quote: string): boolean {
  return ranges.length > 0 && unsigned(textOf(ranges)) === unsigned(quote);
}

const SIGNS = /[|#>\\]/g;

function unsigned(text: string): string {
  return foldText(text).replace(SIGNS, "");
}
