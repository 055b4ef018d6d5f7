import { type SymbolToken, symbolTokens } from "./symbol-tokens.ts";
import { questionLanguage } from "./question-language.ts";
import { STOP_WORDS, ENGLISH_CONTENT_WORDS } from "./stop-words.ts";
import { isVietnamese, preserveTones } from "./vietnamese.ts";

/** A term: `surface` is the text at `[start, end)` (UTF-16 code units), `term` its normalized spelling. */
export interface Term {
  readonly term: string;
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  /** The spelling without tones, as people often type the word: "viet" for "việt". */
  readonly toneless?: string;
}

/**
 * Group 1 matches a run of an unspaced script, or of Korean, which attaches suffixes to words. Without group
 * 1, the match is a word. The length is bounded, because a run of millions overflows the regular expression
 * stack.
 */
const RUN =
  /([[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]]{1,1000})|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]{1,1000}/gv;
/** Scripts that the runtime's dictionary segments into words. */
const HAS_DICTIONARY = /^[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const WORDS = new Intl.Segmenter("th", { granularity: "word" });
/** The common ideographs, Hangul and Kana. Each is one code unit without marks and already normalized. */
const FOLDED_CHARACTERS = /^[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]{2,}$/;
/** Matches a character with its vowel signs and tone marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
const ASCII = /^[\0-\x7f]*$/;
/**
 * Accents of Latin, Greek and Cyrillic; points of Hebrew and Arabic; the Arabic tatweel. Vowel signs of Indic
 * scripts count as letters, so the list omits them.
 */
const DIACRITICS =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]|[\u0640\u2044]/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu;
const LIGATURES = /[ßæœøłđıς]/g;
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ς: "σ",
};

/**
 * Normalizes case, diacritics and compatibility forms: "ＷＥＩẞ" and "weiss" become equal. The length may
 * change.
 */
export function normalizeText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const bare = lower.normalize("NFKD").replace(DIACRITICS, "").normalize("NFC").toLowerCase();
  return bare.replace(LIGATURES, (letter) => SPELLED_OUT[letter] ?? letter);
}

/**
 * All terms of a text in order. A dictionary segments Thai, Lao, Khmer and Burmese. Other unspaced scripts
 * produce overlapping pairs of characters. "V&A" is a term in addition to its parts, but "U.N." replaces its
 * parts.
 */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  const special = symbolTokens(text);
  const tonal = isVietnamese(text);
  let next = 0;
  for (const run of text.matchAll(RUN)) {
    for (; (special[next]?.start ?? Infinity) <= run.index; next += 1)
      pushSpecial(terms, text, special[next]);
    const before = special[next - 1];
    if (before?.isWhole && run.index < before.end) continue;
    if (run[1] === undefined) pushTerm(terms, run[0], run.index, tonal);
    else if (HAS_DICTIONARY.test(run[1])) pushWords(terms, run[1], run.index);
    else pushPairs(terms, run[1], run.index);
  }
  return terms;
}

/** The content terms of a question, or all its terms if it has only stop words. Repeated terms stay. */
export function queryTerms(query: string): Term[] {
  const all = termsOf(query);
  const shouted = query === query.toUpperCase();
  const tells = ({ term, surface }: Term): boolean =>
    !isStopWord(term) ||
    (!shouted && isAcronym(surface)) ||
    (ENGLISH_CONTENT_WORDS.has(term) && questionLanguage(query) === "en");
  const telling = all.filter(tells);
  return telling.length > 0 ? telling : all;
}

/** A stop word in capitals, such as "WHO", "IT" or "US", is an acronym. Search operators are not. */
function isAcronym(surface: string): boolean {
  return /^(?!AND$|OR$|NOT$)(?:\p{Lu}{2,}|(?:\p{L}\.){2,}\p{L}?)$/u.test(surface);
}

/** @param term normalized, like `Term.term` */
export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}

/**
 * The count of each character n-gram (code points) in the normalized words, separated by single spaces.
 * Unspaced scripts use half of `n`.
 */
export function charNgrams(text: string, n = 4): Map<string, number> {
  const counts = new Map<string, number>();
  for (const run of text.matchAll(RUN)) {
    const unspaced = run[1] !== undefined;
    const size = unspaced ? Math.max(1, n >> 1) : n;
    const points = Array.from(unspaced ? normalizeText(run[0]) : ` ${normalizeText(run[0])} `);
    for (let at = 0; at === 0 || at + size <= points.length; at += 1) {
      const gram = points.slice(at, at + size).join("");
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
  }
  return counts;
}

function pushPairs(terms: Term[], run: string, offset: number): void {
  if (FOLDED_CHARACTERS.test(run)) {
    for (let i = 0; i + 1 < run.length; i += 1) {
      const pair = run.slice(i, i + 2);
      terms.push({ term: pair, surface: pair, start: offset + i, end: offset + i + 2 });
    }
    return;
  }
  const characters = [...run.matchAll(CHARACTER)];
  if (characters.length < 2) return pushTerm(terms, run, offset);
  for (let i = 0; i + 1 < characters.length; i += 1) {
    const [first, second] = [characters[i], characters[i + 1]];
    if (first && second) pushTerm(terms, first[0] + second[0], offset + first.index);
  }
}

function pushWords(terms: Term[], run: string, offset: number): void {
  for (const { segment, index } of WORDS.segment(run)) pushTerm(terms, segment, offset + index);
}

function pushTerm(terms: Term[], surface: string, start: number, tonal = false): void {
  const normalized = normalizeText(surface).replace(NEITHER_LETTER_NOR_DIGIT, "");
  if (normalized === "") return;
  const place = { surface, start, end: start + surface.length };
  const toned = tonal ? preserveTones(surface) : normalized;
  terms.push(
    toned === normalized ? { term: normalized, ...place } : { term: toned, toneless: normalized, ...place },
  );
}

function pushSpecial(terms: Term[], text: string, word: SymbolToken | undefined): void {
  if (word)
    terms.push({
      term: word.term,
      surface: text.slice(word.start, word.end),
      start: word.start,
      end: word.end,
    });
}
