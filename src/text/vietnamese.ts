/** Letters with two marks or a dot below. Almost only Vietnamese uses them, in nearly every sentence. */
const VIETNAMESE = /[\u1ea0-\u1ef9ơưƠƯ]|[oOuU]\u031b|[aăâeêioôơuưyAĂÂEÊIOÔƠUƯY][\u0302\u0306]?\u0323/gu;
/**
 * Maximum number of UTF-16 code units for each Vietnamese letter. A text with fewer Vietnamese letters
 * contains only a Vietnamese name.
 */
const LETTERS_TO_EACH = 60;

export function isVietnamese(text: string): boolean {
  let found = 0;
  for (const _ of text.matchAll(VIETNAMESE)) found += 1;
  return found > 0 && found * LETTERS_TO_EACH >= text.length;
}

/** Converts a word to lower case and keeps its tone marks, which distinguish Vietnamese words. */
export function preserveTones(word: string): string {
  return word.toLowerCase().normalize("NFC");
}
