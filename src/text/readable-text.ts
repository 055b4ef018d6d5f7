/** Control characters, and those that turn the writing direction of all that follows. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Looks like one of the answer's own markers. */
const REFERENCE_MARK = /\s?\[\d{1,9}\]/g;

/** A quoted sentence as it is shown: on one line, well-formed, without reference marks of its own ("[12]") that a reader would take for the answer's. */
export function readableText(quote: string): string {
  let text = quote.toWellFormed().replace(UNPRINTABLE, " ");
  // "[[1]2]" becomes a mark only when the inner one is gone.
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(REFERENCE_MARK, "");
  }
  return text.replace(/\s+/g, " ").trim();
}
