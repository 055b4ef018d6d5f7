/** Bits of a character's class. */
export const KIND = {
  letter: 1,
  upper: 2,
  lower: 4,
  asciiLetter: 8,
  broken: 16,
  mark: 32,
  thaiMark: 64,
  thaiBase: 128,
  kana: 256,
  han: 512,
  hangul: 1024,
  wideMark: 2048,
  halfWidth: 4096,
} as const;

const EXPRESSIONS: readonly (readonly [number, RegExp])[] = [
  [KIND.letter, /[\p{L}\p{M}]/u],
  [KIND.upper, /\p{Lu}/u],
  [KIND.lower, /\p{Ll}/u],
  [KIND.asciiLetter, /[A-Za-z]/],
  [KIND.broken, /[\ufffd\u0080-\u009f\p{Co}\p{Cn}]/u],
  // Punctuation beside words.
  [KIND.mark, /[“”‘’„–—…«»°§€£©®·•№¿¡´½²³\u00a0]/],
  [KIND.thaiMark, /[\u0e30-\u0e3a\u0e47-\u0e4e]/],
  [KIND.thaiBase, /[\u0e01-\u0e2e\u0e31-\u0e3a\u0e47-\u0e4e]/],
  [KIND.kana, /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u],
  [KIND.han, /\p{Script=Han}/u],
  [KIND.hangul, /\p{Script=Hangul}/u],
  [KIND.wideMark, /[\u3000-\u303f\uff00-\uff5e]/],
  // In Shift_JIS, each byte of other encodings is one of these.
  [KIND.halfWidth, /[\uff61-\uff9f]/],
];
/** Cache limit; a text with all Unicode characters needs no more memory. */
const MAX_KNOWN = 30_000;
const known = new Map<string, number>();

export function kindOf(char: string): number {
  const found = known.get(char);
  if (found !== undefined) return found;
  const kind = EXPRESSIONS.reduce((bits, [bit, expression]) => (expression.test(char) ? bits | bit : bits), 0);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(char, kind);
  return kind;
}
