import { ALPHABETS, type Alphabet, COMMON, taughtLetters } from "./alphabets.ts";
import { LETTER_KIND, letterKind } from "./letter-kind.ts";

const LAST_LETTERS = new Set("ςךםןףץ");
const AMID_LATIN = -3;
const [COMMON_LETTER, WRONG_CASE, FOREIGN, UNUSUAL, MARK, NO_LETTER, NONE] = [3, -6, -5, -3, 0.5, -3, -12];

/** Scores how likely a person wrote a text, from its non-ASCII characters. A higher score is more likely. */
export function plausibility(text: string, encoding: string): number {
  const chars = Array.from(text);
  const common = COMMON[encoding];
  if (common !== undefined) return eastAsianScore(chars, encoding, common);
  const { fixed, letters } = looked(chars);
  return fixed + Math.max(...ALPHABETS.map((alphabet) => alphabetScore(letters, alphabet)));
}

/** A non-ASCII letter with the properties that do not depend on the alphabet. */
interface Letter {
  readonly lower: string;
  readonly cost: number;
  /** Cost of the letter in alphabets whose other letters are ASCII. */
  readonly latinCost: number;
  readonly isBesideAscii: boolean;
}

/** Separates letters from other characters. Only the score of the letters depends on the alphabet. */
function looked(chars: readonly string[]): { readonly fixed: number; readonly letters: readonly Letter[] } {
  const letters: Letter[] = [];
  let fixed = 0;
  for (const [at, char] of chars.entries()) {
    if (char.charCodeAt(0) < 0x80) continue;
    const [before, after] = [chars[at - 1] ?? " ", chars[at + 1] ?? " "];
    const [kind, kindBefore, kindAfter] = [letterKind(char), letterKind(before), letterKind(after)];
    if ((kind & LETTER_KIND.broken) !== 0) fixed += NONE;
    else if ((kind & LETTER_KIND.letter) === 0)
      fixed += scoreOfMark(char, kind, (kindBefore & kindAfter & LETTER_KIND.letter) !== 0);
    else if ((kind & LETTER_KIND.upper) !== 0 && (kindBefore & LETTER_KIND.lower) !== 0) fixed += WRONG_CASE;
    else if (isMisplaced(char, kind, kindBefore, kindAfter)) fixed += WRONG_CASE;
    else letters.push(letterOf(char, { before, kind, kindBefore, kindAfter }));
  }
  return { fixed, letters };
}

function scoreOfMark(char: string, kind: number, isAmid: boolean): number {
  if ((kind & LETTER_KIND.mark) === 0) return NO_LETTER;
  return isAmid && char !== "’" && char !== "·" ? NO_LETTER : MARK;
}

/**
 * Whether a character has a wrong position: a final letter form inside a word, or a Thai mark without a base.
 */
function isMisplaced(char: string, kind: number, kindBefore: number, kindAfter: number): boolean {
  if (LAST_LETTERS.has(char)) return (kindAfter & LETTER_KIND.letter) !== 0;
  return (kind & LETTER_KIND.thaiMark) !== 0 && (kindBefore & LETTER_KIND.thaiBase) === 0;
}

interface Place {
  readonly before: string;
  readonly kind: number;
  readonly kindBefore: number;
  readonly kindAfter: number;
}

function letterOf(char: string, { before, kind, kindBefore, kindAfter }: Place): Letter {
  const lower = char.toLowerCase();
  const isBesideAscii = ((kindBefore | kindAfter) & LETTER_KIND.asciiLetter) !== 0;
  const isUpper = (kind & LETTER_KIND.upper) !== 0;
  // A capital letter inside a word: "MÅll".
  const isAmid = isUpper && (kindBefore & LETTER_KIND.letter) !== 0 && (kindAfter & LETTER_KIND.lower) !== 0;
  const isAlone = !isBesideAscii && (kindBefore & LETTER_KIND.letter) !== 0;
  const cost = (isUpper ? 0.1 : 0) + (isAmid ? 2 : 0);
  return {
    lower,
    cost,
    latinCost: (isAlone ? 1 : 0) + (isUnusualPair(before, char, lower) ? COMMON_LETTER - UNUSUAL : 0),
    isBesideAscii,
  };
}

/**
 * Whether two equal vowels follow each other: "aá", "èè". Few languages double a vowel, and only one without
 * an accent or one of these letters.
 */
function isUnusualPair(before: string, char: string, lower: string): boolean {
  if (before.toLowerCase() === lower) return !/[äöõü]/.test(lower);
  return /[aiou]/i.test(before) && char.normalize("NFD").startsWith(before);
}

function alphabetScore(letters: readonly Letter[], { ranks, isLatin }: Alphabet): number {
  let score = 0;
  for (const { lower, cost, latinCost, isBesideAscii } of letters) {
    const rank = ranks.get(lower);
    // Words in non-Latin alphabets contain no Latin letters.
    if (rank === undefined || (!isLatin && isBesideAscii)) score += FOREIGN;
    else score += COMMON_LETTER - 2 * rank - cost - (isLatin ? latinCost : 0);
  }
  return score;
}

function eastAsianScore(chars: readonly string[], encoding: string, common: ReadonlySet<string>): number {
  const taught = taughtLetters(encoding);
  const [isJapanese, isKorean] = [encoding === "shift_jis" || encoding === "euc-jp", encoding === "euc-kr"];
  let score = 0;
  for (const [at, char] of chars.entries()) {
    if (char.charCodeAt(0) < 0x80) continue;
    const kind = letterKind(char);
    const is = (bit: number): boolean => (kind & bit) !== 0;
    if (
      ((letterKind(chars[at - 1] ?? " ") | letterKind(chars[at + 1] ?? " ")) & LETTER_KIND.asciiLetter) !==
      0
    )
      score += AMID_LATIN;
    if (is(LETTER_KIND.broken)) score += NONE;
    else if (common.has(char)) score += 5;
    else if (is(LETTER_KIND.halfWidth)) score += 0.3;
    else if (is(LETTER_KIND.wideMark)) score += 1;
    else if (is(LETTER_KIND.kana)) score += isJapanese ? 3.4 : -2;
    else if (is(LETTER_KIND.hangul)) score += isKorean && taught.has(char) ? 3.4 : -4;
    else if (is(LETTER_KIND.han)) score += isKorean || !taught.has(char) ? -1 : 2.6;
    else score += -3;
  }
  return score;
}
