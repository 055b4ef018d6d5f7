/** Of so many assets with such a name it is asked whether they may be read: the newest of them, one's own organizations first. */
export const NAMED_ASSETS_SEEN = 2_000;

/** How many characters are found together; names are kept by the same number. */
const GRAM_CHARS = 3;
/** Between grams: no name holds a line break. */
const BETWEEN = "\n";
/** Stands for the organization in whose names is looked. No name holds it. */
export const ORGANIZATION_MARK = "\u0001";

/**
 * What an FTS5 table of grams is asked for, so that it finds the names in which the text stands. Each gram begins with `ORGANIZATION_MARK`.
 * @param text at least one character, no control characters
 */
export function gramsQuery(text: string): string {
  const chars = Array.from(text);
  const starts = Math.max(1, chars.length - GRAM_CHARS + 1);
  const grams = Array.from({ length: starts }, (_, at) => ORGANIZATION_MARK + chars.slice(at, at + GRAM_CHARS).join(""));
  const phrase = `"${grams.join(BETWEEN).replaceAll('"', '""')}"`;
  return chars.length < GRAM_CHARS ? `${phrase} *` : phrase;
}
