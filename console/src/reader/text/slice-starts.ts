/** Code units that a slice of a long text has, about. */
const SLICE_CHARS = 65_536;
/** How far a slice may grow to end with a paragraph. */
const MAX_EXTRA_CHARS = 16_384;

/**
 * Where the slices of a text begin: at the start of a block where one is near, else of a line, else of a
 * code point. Each text has the same slices, wherever its reader begins.
 */
export function sliceStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; text.length - at > SLICE_CHARS + MAX_EXTRA_CHARS;) {
    at = sliceEnd(text, at + SLICE_CHARS);
    starts.push(at);
  }
  return starts;
}

/** The slice that holds an offset. */
export function sliceAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sliceEnd(text: string, from: number): number {
  // A part of the text, because `indexOf` would otherwise search to the end of the text.
  const part = text.slice(from, from + MAX_EXTRA_CHARS);
  const block = part.indexOf("\n\n");
  if (block >= 0) return from + block + 2;
  const line = part.indexOf("\n");
  if (line >= 0) return from + line + 1;
  return isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
