/** Maximum number of matching assets to check for access: the newest, the user's own organizations first. */
export const MAX_NAMED_ASSETS = 2_000;

/** Length of the n-grams in the name index. */
const GRAM_CHARS = 3;
/** Separates grams, because names contain no line break. */
const BETWEEN = "\n";
/** Stands for the organization in each gram. Names never contain this character. */
export const ORGANIZATION_MARK = "\u0001";

/**
 * The FTS5 query for names that contain a text. Each gram begins with `ORGANIZATION_MARK`.
 * @param text at least one character, no control characters
 */
export function nameTrigramsQuery(text: string): string {
  const chars = Array.from(text);
  const starts = Math.max(1, chars.length - GRAM_CHARS + 1);
  const grams = Array.from({ length: starts }, (_, at) => ORGANIZATION_MARK + chars.slice(at, at + GRAM_CHARS).join(""));
  const phrase = `"${grams.join(BETWEEN).replaceAll('"', '""')}"`;
  return chars.length < GRAM_CHARS ? `${phrase} *` : phrase;
}
