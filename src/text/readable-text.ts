/** Control characters and bidirectional overrides. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Matches text in the format of an answer's citation markers. */
const REFERENCE_MARK = /\[\d{1,9}\]/;
const MAX_DIGITS = 9;
const DIGIT = /^\d$/;
const SPACE = /^\s$/;

/**
 * A quoted sentence for display: on one line, well-formed, and without markers such as "[12]" that look like
 * the answer's citations.
 */
export function readableText(quote: string): string {
  const text = quote.toWellFormed().replace(UNPRINTABLE, " ");
  return withoutMarks(text).replace(/\s+/g, " ").trim();
}

/** Matches a line break before a list item, a table row or code. A hard-wrapped line is no new line. */
const NEW_LINE = /\r?\n(?=[ \t]*(?:[-*+•‣▪◦●○–|`~]|[([]?(?:\p{N}{1,3}|\p{L})[.)\]]\s)|[ \t]{4}|\t)/u;

/** A quote for display. Lists, rows and code keep their lines. */
export function readableQuote(quote: string): string {
  return quote
    .split(NEW_LINE)
    .map(readableText)
    .filter((line) => line !== "")
    .join("\n");
}

/**
 * Removing the inner marker of "[[1]2]" would leave the marker "[2]". So each closing bracket is checked
 * against the text that remains.
 */
function withoutMarks(text: string): string {
  if (!REFERENCE_MARK.test(text)) return text;
  const left: string[] = [];
  for (const character of text) {
    const opened = character === "]" ? openedAt(left) : null;
    if (opened === null) left.push(character);
    else left.length = opened > 0 && SPACE.test(left[opened - 1] ?? "") ? opened - 1 : opened;
  }
  return left.join("");
}

/** The start of the marker that a closing bracket would complete here; null if it completes none. */
function openedAt(left: readonly string[]): number | null {
  let at = left.length;
  while (at > 0 && left.length - at < MAX_DIGITS && DIGIT.test(left[at - 1] ?? "")) at -= 1;
  return at < left.length && left[at - 1] === "[" ? at - 1 : null;
}
