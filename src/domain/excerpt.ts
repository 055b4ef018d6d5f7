import type { FoundPhrase } from "../text/find-phrases.ts";

/** Length of an excerpt in UTF-16 code units, without the signs of omission. */
const EXCERPT_CHARS = 240;
/** Text before the first match. */
const CHARS_BEFORE = 80;

/** A part of a text around the first matching words. */
export interface Excerpt {
  /** The part, with "…" where text was omitted. */
  readonly text: string;
  /** The distinct matching words within the part, as they stand there. */
  readonly matched: readonly string[];
}

/** Cuts the part of the text around the first found phrase, or the beginning if nothing was found. */
export function excerptOf(text: string, found: readonly FoundPhrase[]): Excerpt {
  const first = found[0]?.start ?? 0;
  const start = first <= CHARS_BEFORE ? 0 : wordStart(text, first - CHARS_BEFORE, first);
  const end = Math.min(start + EXCERPT_CHARS, text.length);
  const cut = end === text.length ? end : wordEnd(text, end, start);
  const shown = found.filter((each) => each.end <= cut).map((each) => text.slice(each.start, each.end));
  return {
    text: `${start > 0 ? "…" : ""}${text.slice(start, cut).trim()}${cut < text.length ? "…" : ""}`,
    matched: [...new Set(shown)],
  };
}

/** The first start of a word at or after `from`, at most `latest`. */
function wordStart(text: string, from: number, latest: number): number {
  const space = text.slice(from, latest).search(/\s/u);
  return space === -1 ? wholeCharacter(text, from) : from + space + 1;
}

/** The last end of a word before `to`, after half of the part. */
function wordEnd(text: string, to: number, from: number): number {
  const middle = from + EXCERPT_CHARS / 2;
  const end = text.slice(middle, to).search(/\s\S*$/u);
  return end === -1 ? wholeCharacter(text, to) : middle + end;
}

/** The position, or the one before it in the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
