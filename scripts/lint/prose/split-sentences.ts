import { maskText } from "./mask-text.ts";
import type { Passage, Sentence } from "./passage.ts";

const SEGMENTER = new Intl.Segmenter("en", { granularity: "sentence" });
/** Unicode's rules end a sentence after these if a capital follows. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|no)\.\s*$/i;
/** A shorter span is a label, not a sentence. */
const MIN_WORDS = 3;

export function splitSentences(passage: Passage): Sentence[] {
  const { category, file, text } = passage;
  const masked = maskText(text).replaceAll("\n", " ");
  return segments(masked).flatMap(([from, to]) => {
    const start = from + leadingSpaces(masked.slice(from, to));
    const words = countWords(masked.slice(start, to));
    if (words < MIN_WORDS) return [];
    const line = passage.line + text.slice(0, start).split("\n").length - 1;
    return [
      {
        category,
        file,
        line,
        text: text.slice(start, to).replace(/\s+/g, " ").trim(),
        masked: masked.slice(start, to).trim(),
        words,
      },
    ];
  });
}

export function countWords(masked: string): number {
  return masked.match(/[\p{L}\p{N}][\p{L}\p{N}'’_.-]*/gu)?.length ?? 0;
}

function segments(masked: string): [from: number, to: number][] {
  const found: [from: number, to: number][] = [];
  for (const { index, segment } of SEGMENTER.segment(masked)) {
    const last = found.at(-1);
    if (last !== undefined && ABBREVIATION.test(masked.slice(...last))) last[1] = index + segment.length;
    else found.push([index, index + segment.length]);
  }
  return found;
}

function leadingSpaces(text: string): number {
  return text.length - text.trimStart().length;
}
