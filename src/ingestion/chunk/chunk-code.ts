interface Span {
  readonly start: number;
  readonly end: number;
}

/** Cut positions within a line, best first: after a record or element, after a value, after a word. */
const GAPS: readonly ((char: string, before: string) => boolean)[] = [
  (char, before) => char === ">" || (char === "," && (before === "}" || before === "]")),
  (char) => char === "," || char === ";",
  (char) => char === " " || char === "\t",
];

interface Sizes {
  readonly least: number;
  readonly target: number;
  readonly most: number;
}

/**
 * Splits source code in `[start, end)` into chunks of whole lines. Cuts at definitions unless chunks become
 * too short. Cuts long definitions at blank lines, otherwise between lines. Trims white space. Linear time.
 * @param borders ascending offsets of definitions
 */
export function* chunkCode(
  text: string,
  { start, end }: Span,
  borders: readonly number[],
  sizes: Sizes,
): Generator<Span> {
  let from = start;
  let blankAt = -1;
  let border = 0;
  for (let at = start; at < end;) {
    while ((borders[border] ?? Infinity) < at) border += 1;
    const next = lineAfter(text, at, end, sizes.most);
    const isFull = next - from > sizes.target && at > from;
    if (borders[border] === at && at - from >= sizes.least) {
      yield* trimmed(text, from, at);
      [from, blankAt] = [at, -1];
    } else if (isFull) {
      const cut = blankAt - from >= sizes.target / 2 ? blankAt : at;
      yield* trimmed(text, from, cut);
      [from, blankAt] = [cut, -1];
    }
    if (text.slice(at, Math.min(next, at + 200)).trim() === "") blankAt = next;
    at = next;
  }
  yield* trimmed(text, from, end);
}

/**
 * Returns the beginning of the next line. Within a line longer than a passage, returns a position after a
 * word or value, otherwise between two characters.
 */
function lineAfter(text: string, at: number, end: number, most: number): number {
  const limit = Math.min(end, at + most);
  const feed = text.slice(at, limit).indexOf("\n");
  if (feed >= 0) return at + feed + 1;
  if (limit < end) {
    for (const isGap of GAPS) {
      for (let gap = limit - 1; gap > at + most / 2; gap -= 1)
        if (isGap(text[gap] ?? "", text[gap - 1] ?? "")) return gap + 1;
    }
  }
  const code = text.charCodeAt(limit);
  return limit < end && code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

function* trimmed(text: string, start: number, end: number): Generator<Span> {
  const piece = text.slice(start, end);
  const from = start + piece.length - piece.trimStart().length;
  const to = start + piece.trimEnd().length;
  if (from < to) yield { start: from, end: to };
}
