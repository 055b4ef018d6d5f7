import { porterStem } from "./porter-stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** A unit of matching: `surface` is exactly the text at `[start, end)` (UTF-16 code units), `term` its folded spelling. */
export interface Term {
  readonly term: string;
  readonly surface: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Group 1: a run of a script that puts no spaces between words (or glues endings to them, as Korean does); else: a word.
 * Bounded, because a run of millions overflows the matcher's stack.
 */
const RUN =
  /([[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]]{1,1000})|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]{1,1000}/gv;
/** A character of an unspaced script with the vowel signs and tone marks that hang on it. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
const ASCII = /^[\0-\x7f]*$/;
/** Accents of Latin, Greek and Cyrillic; points of Hebrew and Arabic; the Arabic stretcher. Vowel signs of Indic scripts are letters: kept. */
const DIACRITICS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]|[\u0640\u2044]/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu;
const LIGATURES = /[ßæœøłđıς]/g;
const SPELLED_OUT: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" };

/** Lower case without diacritics, compatibility forms resolved: "ＷＥＩẞ" and "weiss" fold alike. The length may change. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const bare = lower.normalize("NFKD").replace(DIACRITICS, "").normalize("NFC").toLowerCase();
  return bare.replace(LIGATURES, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** All terms of a text in order: words, and overlapping pairs of characters where a script has no spaces. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const run of text.matchAll(RUN)) {
    if (run[1] !== undefined) pushPairs(terms, run[1], run.index);
    else pushTerm(terms, run[0], run.index);
  }
  return terms;
}

/** The terms of a question that say what it is about: stop words left out, unless nothing else is left. Repeated terms are kept. */
export function queryTerms(query: string): Term[] {
  const all = termsOf(query);
  const shouted = query === query.toUpperCase();
  const telling = all.filter(({ term, surface }) => !isStopWord(term) || (!shouted && isAcronym(surface)));
  return telling.length > 0 ? telling : all;
}

/** "WHO", "IT", "US": written so, a function word is none, but for the operators of other search engines. */
function isAcronym(surface: string): boolean {
  return /^(?!AND$|OR$|NOT$)\p{Lu}{2,}$/u.test(surface);
}

/** @param term folded, as `Term.term` is */
export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}

/** The form under which inflections of a folded term compare equal: the same as that of the index's `porter` tokenizer. */
export function stem(term: string): string {
  return porterStem(term);
}

/** How often each sequence of `n` characters (code points) occurs in the folded words, one space between them. Unspaced scripts: half of `n`. */
export function charNgrams(text: string, n = 4): Map<string, number> {
  const counts = new Map<string, number>();
  for (const run of text.matchAll(RUN)) {
    const unspaced = run[1] !== undefined;
    const size = unspaced ? Math.max(1, n >> 1) : n;
    const points = Array.from(unspaced ? fold(run[0]) : ` ${fold(run[0])} `);
    for (let at = 0; at === 0 || at + size <= points.length; at += 1) {
      const gram = points.slice(at, at + size).join("");
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
  }
  return counts;
}

function pushPairs(terms: Term[], run: string, offset: number): void {
  const characters = [...run.matchAll(CHARACTER)];
  if (characters.length < 2) return pushTerm(terms, run, offset);
  for (let i = 0; i + 1 < characters.length; i += 1) {
    const [first, second] = [characters[i], characters[i + 1]];
    if (first && second) pushTerm(terms, first[0] + second[0], offset + first.index);
  }
}

function pushTerm(terms: Term[], surface: string, start: number): void {
  const term = fold(surface).replace(NEITHER_LETTER_NOR_DIGIT, "");
  if (term !== "") terms.push({ term, surface, start, end: start + surface.length });
}
