/** Bit flags of a character's class. */
export const LETTER_KIND = {
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
  [LETTER_KIND.letter, /[\p{L}\p{M}]/u],
  [LETTER_KIND.upper, /\p{Lu}/u],
  [LETTER_KIND.lower, /\p{Ll}/u],
  [LETTER_KIND.asciiLetter, /[A-Za-z]/],
  [LETTER_KIND.broken, /[\ufffd\u0080-\u009f\p{Co}\p{Cn}]/u],
  // Punctuation and symbols that occur beside words.
  [LETTER_KIND.mark, /[“”‘’„–—…«»°§€£©®·•№¿¡´½²³\u00a0]/],
  [LETTER_KIND.thaiMark, /[\u0e30-\u0e3a\u0e47-\u0e4e]/],
  [LETTER_KIND.thaiBase, /[\u0e01-\u0e2e\u0e31-\u0e3a\u0e47-\u0e4e]/],
  [LETTER_KIND.kana, /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u],
  [LETTER_KIND.han, /\p{Script=Han}/u],
  [LETTER_KIND.hangul, /\p{Script=Hangul}/u],
  [LETTER_KIND.wideMark, /[\u3000-\u303f\uff00-\uff5e]/],
  // Half-width katakana. If bytes of another encoding are decoded as Shift_JIS, each may become one of these.
  [LETTER_KIND.halfWidth, /[\uff61-\uff9f]/],
];
/** Cache limit, so that a text with all Unicode characters needs no more memory. */
const MAX_KNOWN = 30_000;
const known = new Map<string, number>();

export function letterKind(char: string): number {
  const found = known.get(char);
  if (found !== undefined) return found;
  const kind = EXPRESSIONS.reduce(
    (bits, [bit, expression]) => (expression.test(char) ? bits | bit : bits),
    0,
  );
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(char, kind);
  return kind;
}
