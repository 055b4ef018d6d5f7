/** A simplified text with the offset of each of its characters in the original text. */
export interface FoldedText {
  readonly text: string;
  readonly at: readonly number[];
}

/** How much of a text's form a comparison keeps. */
export type Fold = "form" | "words";

/** A citation marker with the space before it. */
const MARKER = /[ \t]*\[\d{1,5}(?:, ?\d{1,5})*\]/g;
const MARKUP = /[*_`#]/g;
const SEPARATOR = /[|\n]/;
const LIST_MARK = /(?<=(?:^|\n)[ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+/g;

/**
 * Removes citation markers and runs of spaces. The fold `form` keeps line breaks and markup; the fold `words`
 * removes them and list marks.
 */
export function foldText(original: string, fold: Fold): FoldedText {
  const removed = new Set<number>();
  const patterns = fold === "words" ? [MARKER, LIST_MARK, MARKUP] : [MARKER];
  for (const pattern of patterns)
    for (const { 0: match, index } of original.matchAll(pattern))
      for (let at = index; at < index + match.length; at += 1) removed.add(at);
  let text = "";
  const at: number[] = [];
  for (let offset = 0; offset < original.length; offset += 1) {
    if (removed.has(offset)) continue;
    let char = original[offset] ?? "";
    if (fold === "words" && SEPARATOR.test(char)) char = " ";
    if (char === "\t" || char === " ") {
      const before = text.at(-1);
      if (before === undefined || before === " " || before === "\n") continue;
      char = " ";
    }
    if (char === "\n" && text.endsWith(" ")) {
      text = text.slice(0, -1);
      at.pop();
    }
    text += char;
    at.push(offset);
  }
  return { text, at };
}

/** A range of the original text, `end` exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds a folded phrase, first behind an offset of the original text, then anywhere. */
export function findFolded({ text, at }: FoldedText, phrase: string, from: number): Range | null {
  if (phrase === "") return null;
  const first = at.findIndex((offset) => offset >= from);
  const behind = first === -1 ? -1 : text.indexOf(phrase, first);
  const found = behind === -1 ? text.indexOf(phrase) : behind;
  if (found === -1) return null;
  return { start: at[found] ?? 0, end: (at[found + phrase.length - 1] ?? 0) + 1 };
}
