/** Letters with two marks or a dot below, which almost only Vietnamese uses, and in nearly every sentence. */
const VIETNAMESE = /[\u1ea0-\u1ef9ơưƠƯ]|[oOuU]\u031b|[aăâeêioôơuưyAĂÂEÊIOÔƠUƯY][\u0302\u0306]?\u0323/gu;
/** A text with fewer such letters contains only a Vietnamese name. */
const LETTERS_TO_EACH = 60;

export function isVietnamese(text: string): boolean {
  let found = 0;
  for (const _ of text.matchAll(VIETNAMESE)) found += 1;
  return found > 0 && found * LETTERS_TO_EACH >= text.length;
}

/** Lower case with tone marks, which distinguish Vietnamese words. */
export function preserveTones(word: string): string {
  return word.toLowerCase().normalize("NFC");
}
