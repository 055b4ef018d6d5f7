import { counted } from "../counted.ts";

/* oxlint-disable no-control-regex -- terminals take these as commands */
/**
 * Terminal control sequences for colors, cursor positions and titles (ECMA-48): `ESC [ … m`, `ESC ] … BEL`,
 * `ESC P … ESC \`, `ESC ( B`.
 */
const TOLD_TERMINALS =
  /(?:\x1b\[|\x9b)[0-?]{0,200}[ -/]{0,20}[@-~]|\x1b\][^\x07\x1b\n]{0,4000}(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b\n]{0,4000}\x1b\\|\x1b[ -/]{1,3}[0-~]|\x1b[0-Z\\^-~]?|\x07/g;
/** Overstrike for bold and underlined letters: a letter, a backspace, and the letter again. */
const STRUCK_OVER = /[^\n\x08]\x08/g;
const LEFT_STEPS = /\x08/g;
const TELLS_TERMINALS = /[\x07\x08\x1b\x9b]/;
/* oxlint-enable no-control-regex */
/** A word that a soft hyphen splits at the end of a line. */
const PARTED_WORD = /\u00ad\r?\n[ \t]{0,8}([\p{L}\p{N}]{1,60}[,.;:!?)”"’]{0,4})[ \t]?/gu;
const SOFT_HYPHEN = "\u00ad";
/** An embedded image (data URL). */
const EMBEDDED = /(data:[\w.+-]{1,40}\/[\w.+-]{1,80};base64,)[A-Za-z0-9+/]{200,}={0,2}/g;

/**
 * Removes invisible content from prose: terminal colors, soft hyphens, base64 images. Line numbers do not
 * change. Linear time.
 */
export function cleanProse(text: string): { readonly text: string; readonly note: string } {
  let clean = TELLS_TERMINALS.test(text)
    ? text.replace(TOLD_TERMINALS, "").replace(STRUCK_OVER, "").replace(LEFT_STEPS, "")
    : text;
  if (clean.includes(SOFT_HYPHEN)) clean = clean.replace(PARTED_WORD, "$1\n").replaceAll(SOFT_HYPHEN, "");
  if (!clean.includes(";base64,")) return { text: clean, note: "" };
  let files = 0;
  clean = clean.replace(EMBEDDED, (_, lead: string) => {
    files += 1;
    return `${lead}…`;
  });
  return { text: clean, note: files === 0 ? "" : embeddedNote(files) };
}

/** @param files number of values that contain files */
export function embeddedNote(files: number): string {
  return `${counted(files, "embedded file")}, such as pictures in base64, ${files === 1 ? "was" : "were"} not read.`;
}
