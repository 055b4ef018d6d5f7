/** Control characters, and those that turn the writing direction of all that follows. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Looks like one of the answer's own markers. */
const REFERENCE_MARK = /\[\d{1,9}\]/;
const MAX_DIGITS = 9;
const DIGIT = /^\d$/;
const SPACE = /^\s$/;

/** A quoted sentence as it is shown: on one line, well-formed, without reference marks of its own ("[12]") that a reader would take for the answer's. */
export function readableText(quote: string): string {
  const text = quote.toWellFormed().replace(UNPRINTABLE, " ");
  return withoutMarks(text).replace(/\s+/g, " ").trim();
}

/** "[[1]2]" becomes a mark only when the inner one is gone: each bracket that closes is looked at with what is left before it. */
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

/** Where the mark begins that a bracket would close here; null: none does. */
function openedAt(left: readonly string[]): number | null {
  let at = left.length;
  while (at > 0 && left.length - at < MAX_DIGITS && DIGIT.test(left[at - 1] ?? "")) at -= 1;
  return at < left.length && left[at - 1] === "[" ? at - 1 : null;
}
