/**
 * Far below the 1,000 characters that the wire schema (`extraction-stream.ts`) allows, because people do not
 * read long notes.
 */
export const MAX_NOTE_CHARS = 700;
const MORE = "Other parts were left out too.";

/**
 * Joins the notes about unread parts into one message: distinct, in order, and never cut. If they exceed
 * `MAX_NOTE_CHARS`, keeps the first notes that fit and adds that there are more.
 */
export function composeNote(notes: readonly (string | undefined)[]): string {
  const told = new Set(notes.map((note) => (note ?? "").trim()).filter((note) => note !== ""));
  const whole = [...told].join(" ");
  if (whole.length <= MAX_NOTE_CHARS) return whole;
  let kept = "";
  for (const note of told) {
    const longer = kept === "" ? note : `${kept} ${note}`;
    if (longer.length + 1 + MORE.length <= MAX_NOTE_CHARS) kept = longer;
  }
  return kept === "" ? `${cutAtWord([...told][0] ?? "")} ${MORE}` : `${kept} ${MORE}`;
}

function cutAtWord(note: string): string {
  const cut = note.slice(0, MAX_NOTE_CHARS - MORE.length - 2);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 0)) || cut.toWellFormed()}…`;
}
