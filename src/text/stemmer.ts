import { stemmer } from "stemmer";

const ASCII = /^[\0-\x7f]*$/;
const MAX_STEMMED_CHARS = 64;
const CYRILLIC_OR_GREEK = /^[\p{sc=Cyrl}\p{sc=Grek}]{6}/u;
const STEM_LETTERS = 5;
const DEVANAGARI = /^\p{sc=Deva}{4}/u;
const VOWEL_SIGN = /[\u0900-\u0903\u093a\u093b\u093e-\u094c]/;
const PLURAL = "िय";
const ARABIC = /^\p{sc=Arab}{4}/u;
/** Matches "and", a preposition and the article before an Arabic word, if at least three letters follow. */
const ARABIC_BEFORE = /^(?:[وف]?(?:[بك]?ال|لل)(?=\p{L}{3})|و(?=\p{L}{4}))/u;
const ARABIC_ENDING = /(?<=^\p{L}{4,64})(?:ها|ان|ات|ون|ين|يه|ية)$|(?<=^\p{L}{3,64})[هةي]$/u;

/**
 * The form that the inflections of a normalized term share. Latin script: Porter's stem. Cyrillic and Greek:
 * the first five letters. Devanagari: the word without the last vowel signs. Arabic: the word without the
 * ending. Except for Porter's, a stem is a prefix of all inflections.
 */
export function stem(term: string): string {
  if (ASCII.test(term)) return porterStem(term);
  if (CYRILLIC_OR_GREEK.test(term)) return term.slice(0, STEM_LETTERS);
  if (DEVANAGARI.test(term)) return withoutVowelSigns(term);
  return ARABIC.test(term) ? indexForm(term).replace(ARABIC_ENDING, "") : porterStem(term);
}

/**
 * M. F. Porter, "An algorithm for suffix stripping", 1980. Words of one or two letters, or of more than 64,
 * stay unchanged.
 */
function porterStem(word: string): string {
  return word.length < 3 || word.length > MAX_STEMMED_CHARS || !/[a-z]$/.test(word) ? word : stemmer(word);
}

/** Removes the last vowel signs, but keeps at least two letters. */
function withoutVowelSigns(term: string): string {
  let end = term.length;
  while (end > 2 && VOWEL_SIGN.test(term[end - 1] ?? "")) end -= 1;
  const isPlural = end < term.length && end >= 4 && term.endsWith(PLURAL, end);
  return term.slice(0, isPlural ? end - PLURAL.length : end);
}

/** The index form of a normalized term. Arabic words lose the prefixed article, "and" and prepositions. */
export function indexForm(term: string): string {
  if (!ARABIC.test(term)) return term;
  let rest = term;
  // The loop repeats until nothing matches, so that texts and questions get the same form.
  for (
    let shorter = rest.replace(ARABIC_BEFORE, "");
    shorter !== rest;
    shorter = rest.replace(ARABIC_BEFORE, "")
  )
    rest = shorter;
  return rest;
}
