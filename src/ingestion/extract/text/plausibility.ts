import { ALPHABETS, type Alphabet, COMMON, taughtLetters } from "./alphabets.ts";

const LETTER = /\p{L}|\p{M}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** Each byte of other encodings is one of these. */
const HALF_WIDTH = /[\uff61-\uff9f]/u;
const HAN = /\p{Script=Han}/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Punctuation beside words. */
const MARKS = new Set("“”‘’„–—…«»°§€£©®·•№¿¡´½²³\u00a0");
const WIDE_MARKS = /[\u3000-\u303f\uff00-\uff5e]/u;
const BROKEN = /[\ufffd\u0080-\u009f\p{Co}\p{Cn}]/u;

const LAST_LETTERS = new Set("ςךםןףץ");
const THAI_MARK = /[\u0e30-\u0e3a\u0e47-\u0e4e]/;
const THAI_BASE = /[\u0e01-\u0e2e\u0e31-\u0e3a\u0e47-\u0e4e]/;
const AMID_LATIN = -3;
const [COMMON_LETTER, WRONG_CASE, FOREIGN, UNUSUAL, MARK, NO_LETTER, NONE] = [3, -6, -5, -3, 0.5, -3, -12];

/** How likely a text is one that people wrote: a sum over its characters that are no ASCII, higher for likelier ones. */
export function plausibility(text: string, encoding: string): number {
  const common = COMMON[encoding];
  return common === undefined
    ? Math.max(...ALPHABETS.map((alphabet) => alphabetScore(text, alphabet)))
    : eastAsianScore(text, encoding, common);
}

function alphabetScore(text: string, { ranks, isLatin }: Alphabet): number {
  let score = 0;
  let before = " ";
  const chars = Array.from(text);
  for (const [at, char] of chars.entries()) {
    if (char.charCodeAt(0) >= 0x80) score += charScore(char, { before, after: chars[at + 1] ?? " ", ranks, isLatin });
    before = char;
  }
  return score;
}

const isAsciiLetter = (char: string): boolean => /[A-Za-z]/.test(char);

interface Neighbors {
  readonly before: string;
  readonly after: string;
  readonly ranks: ReadonlyMap<string, number>;
  readonly isLatin: boolean;
}

function charScore(char: string, { before, after, ranks, isLatin }: Neighbors): number {
  if (BROKEN.test(char)) return NONE;
  if (!LETTER.test(char)) {
    const isAmid = LETTER.test(before) && LETTER.test(after);
    return !MARKS.has(char) ? NO_LETTER : isAmid && char !== "’" && char !== "·" ? NO_LETTER : MARK;
  }
  const rank = ranks.get(char) ?? ranks.get(char.toLowerCase());
  if (rank === undefined) return FOREIGN;
  // Words of other alphabets hold no Latin letters.
  if (!isLatin && (isAsciiLetter(before) || isAsciiLetter(after))) return FOREIGN;
  const isUpper = UPPER.test(char);
  if (isUpper && LOWER.test(before)) return WRONG_CASE;
  if (isMisplaced(char, before, after)) return WRONG_CASE;
  if (isLatin && isUnusualPair(before, char)) return UNUSUAL;
  const capital = isUpper ? 0.1 : 0;
  const alone = isLatin && !isAsciiLetter(before) && !isAsciiLetter(after) && LETTER.test(before) ? 1 : 0;
  return COMMON_LETTER - 2 * rank - capital - alone;
}

/** Letters of ends amid a word; marks of Thai that stand on nothing. */
function isMisplaced(char: string, before: string, after: string): boolean {
  if (LAST_LETTERS.has(char)) return LETTER.test(after);
  return THAI_MARK.test(char) && !THAI_BASE.test(before);
}

/** "aá", "èè": few languages write a vowel twice, and those that do write it without an accent, or one of these. */
function isUnusualPair(before: string, char: string): boolean {
  return before.toLowerCase() === char.toLowerCase()
    ? !/[äöõü]/i.test(char)
    : /[aiou]/i.test(before) && char.normalize("NFD").startsWith(before);
}

function eastAsianScore(text: string, encoding: string, common: ReadonlySet<string>): number {
  const taught = taughtLetters(encoding);
  const chars = Array.from(text);
  let score = 0;
  for (const [at, char] of chars.entries()) {
    if (char.charCodeAt(0) < 0x80) continue;
    if (isAsciiLetter(chars[at - 1] ?? "") || isAsciiLetter(chars[at + 1] ?? "")) score += AMID_LATIN;
    if (BROKEN.test(char)) score += NONE;
    else if (common.has(char)) score += 5;
    else if (HALF_WIDTH.test(char)) score += 0.3;
    else if (WIDE_MARKS.test(char)) score += 1;
    else if (KANA.test(char)) score += encoding === "shift_jis" || encoding === "euc-jp" ? 3.4 : -2;
    else if (HANGUL.test(char)) score += encoding === "euc-kr" && taught.has(char) ? 3.4 : -4;
    else if (HAN.test(char)) score += encoding === "euc-kr" ? -1 : taught.has(char) ? 2.6 : -1;
    else score += -3;
  }
  return score;
}
