/** Letters with two marks or a dot below: hardly any language but Vietnamese has them, and hardly a sentence of it is without. */
const VIETNAMESE = /[\u1ea0-\u1ef9ơưƠƯ]|[oOuU]\u031b|[aăâeêioôơuưyAĂÂEÊIOÔƠUƯY][\u0302\u0306]?\u0323/gu;
/** Fewer of them: a name in another language's text. */
const LETTERS_TO_EACH = 60;

export function isVietnamese(text: string): boolean {
  let found = 0;
  for (const _ of text.matchAll(VIETNAMESE)) found += 1;
  return found > 0 && found * LETTERS_TO_EACH >= text.length;
}

/** Lower case with its marks: they tell Vietnamese words apart. */
export function keepTones(word: string): string {
  return word.toLowerCase().normalize("NFC");
}
