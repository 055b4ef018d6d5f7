/** The wire takes 1,000 characters (`document-parts.ts`); people read fewer. */
export const MAX_NOTE_CHARS = 700;
const MORE = "Other parts were left out too.";

/**
 * One message of several notes about what a reader left out: each note once, in order, whole. Where they are too long together, the message
 * keeps the first ones that fit and says that there is more.
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
