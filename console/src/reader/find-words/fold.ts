/** A text without the differences that a page's layout makes, with a map back to the text. */
export interface Folded {
  readonly text: string;
  /** For each code unit of `text`: start of its code point in the source, in UTF-16 code units. */
  readonly starts: Uint32Array;
  /** For each code unit of `text`: end of its code point in the source. */
  readonly ends: Uint32Array;
}

/** White space, hyphens, and characters without width. */
const DROPPED = /[\s\p{Cc}\u00ad\u200b-\u200f\u2010\u2011\u2060\ufeff-]/u;
/** Folded code points. Documents use few of them, so the cache stays small. */
const cache = new Map<number, string>();
const MAX_CACHED = 4096;

/**
 * Folds each code point by itself: compatibility decomposition, lower case, no white space and no hyphens. A
 * ligature equals its letters, a word that a line end splits equals the whole word. Linear time.
 */
export function fold(source: string): Folded {
  // A code point decomposes into at most 18 code units.
  let starts = new Uint32Array(source.length + 32);
  let ends = new Uint32Array(source.length + 32);
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < source.length;) {
    const code = source.codePointAt(at) ?? 0;
    const next = at + (code > 0xffff ? 2 : 1);
    const folded = foldCodePoint(code);
    if (length + folded.length > starts.length) {
      starts = grown(starts);
      ends = grown(ends);
    }
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts[length] = at;
      ends[length] = next;
      length += 1;
    }
    parts.push(folded);
    at = next;
  }
  return { text: parts.join(""), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/** The folded text alone. */
export function foldText(source: string): string {
  let folded = "";
  for (const character of source) folded += foldCodePoint(character.codePointAt(0) ?? 0);
  return folded;
}

function foldCodePoint(code: number): string {
  const known = cache.get(code);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(code);
  const parts = DROPPED.test(character) ? "" : character.normalize("NFKD").toLowerCase();
  const folded = Array.from(parts, (part) => (DROPPED.test(part) ? "" : part)).join("");
  if (cache.size < MAX_CACHED) cache.set(code, folded);
  return folded;
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
