import { stem } from "../../text/stemmer.ts";
import { termsOf } from "../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

const MAX_TITLE_WORDS = 8;
const ENDS_OPEN = /^\p{Lu}[^.!?:;=|]*[\p{L})"”]$/u;
/** Maximum number of characters between a line and the next text. */
const MAX_GAP = 80;
const MARK_OR_SPACE = /[#\s]/;
const BLANK_LINE = /\n[ \t]*\n/;
const BLANK_BELOW = /^[ \t]*\r?\n[ \t]*\r?\n/;

/** True for a line such as a title: a few words between blank lines, without end punctuation. */
export function isFragmentLine({ passage, start, end, text, words, isRow }: SentenceCandidate): boolean {
  if (isRow || words.length > MAX_TITLE_WORDS || text.includes("\n") || !ENDS_OPEN.test(text)) return false;
  const above = passage.text.slice(Math.max(0, start - MAX_GAP), start);
  const below = passage.text.slice(end, end + MAX_GAP);
  return endsBlank(above) && BLANK_BELOW.test(below);
}

/** True if a text ends with a blank line, or contains only marks and spaces. */
function endsBlank(text: string): boolean {
  let end = text.length;
  while (end > 0 && MARK_OR_SPACE.test(text[end - 1] ?? "")) end -= 1;
  return end === 0 || BLANK_LINE.test(text.slice(end));
}

const LABEL = /^(\p{Lu}[\p{L}\s-]{1,40}):\s\S/u;
const ENDS_SENTENCE = /[.!?。！？][^\p{L}\p{N}]{0,4}$/u;
const MAX_LINES = 8;

/** True for a list of labels and values without a question word: "Short form: cl / Consumes: oil". */
export function isLabelList({ text, isRow }: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  const lines = text.split("\n");
  if (isRow || lines.length > MAX_LINES || ENDS_SENTENCE.test(text)) return false;
  const labels = lines.map((line) => LABEL.exec(line.trim())?.[1]);
  return labels.every(
    (label) => label !== undefined && termsOf(label).every(({ term }) => !asked.has(stem(term))),
  );
}
