/**
 * Maximum number of matching assets whose access is checked. The newest assets come first, and those of the
 * user's own organizations before all others.
 */
export const MAX_NAMED_ASSETS = 2_000;

/** Length of the n-grams in the name index, in characters. */
const GRAM_CHARS = 3;
/** Separates n-grams in the index. Names contain no line break. */
const BETWEEN = "\n";
/** Placeholder for the organization at the start of each n-gram. Names never contain this character. */
export const ORGANIZATION_MARK = "\u0001";

/**
 * Returns the FTS5 query for names that contain a text. Each n-gram begins with `ORGANIZATION_MARK`.
 * @param text at least one character, without control characters
 */
export function nameTrigramsQuery(text: string): string {
  const chars = Array.from(text);
  const starts = Math.max(1, chars.length - GRAM_CHARS + 1);
  const grams = Array.from(
    { length: starts },
    (_, at) => ORGANIZATION_MARK + chars.slice(at, at + GRAM_CHARS).join(""),
  );
  const phrase = `"${grams.join(BETWEEN).replaceAll('"', '""')}"`;
  return chars.length < GRAM_CHARS ? `${phrase} *` : phrase;
}
