import type { SentenceCandidate } from "./sentence-candidates.ts";

const MOST_WORDS_OF_A_TITLE = 8;
const ENDS_OPEN = /^\p{Lu}[^.!?:;=|]*[\p{L})"”]$/u;
/** Between a line and the next that says something. */
const MAX_GAP = 80;
const BLANK_ABOVE = /(?:^|\n[ \t]*\n)[#\s]*$/;
const BLANK_BELOW = /^[ \t]*\r?\n[ \t]*\r?\n/;

/** Whether it is a few words between blank lines that end like no sentence, as the title of what stands below them does. */
export function isLoneLine({ passage, start, end, text, words, isRow }: SentenceCandidate): boolean {
  if (isRow || words.length > MOST_WORDS_OF_A_TITLE || text.includes("\n") || !ENDS_OPEN.test(text)) return false;
  const above = passage.text.slice(Math.max(0, start - MAX_GAP), start);
  const below = passage.text.slice(end, end + MAX_GAP);
  return BLANK_ABOVE.test(above) && BLANK_BELOW.test(below);
}
