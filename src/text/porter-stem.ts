/** [ending, what replaces it]; the first ending that fits decides, so longer ones stand before those they end in. */
type Endings = readonly (readonly [string, string])[];

const STEP_2 = endings(
  `ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate
  alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble`,
);
const STEP_3 = endings("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
const STEP_4 = endings("al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: sion:s tion:t ou: ism: ate: iti: ous: ive: ize:");

const MAX_BYTES = 64;

/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980), as SQLite's FTS5 tokenizer `porter` does it.
 * @param word folded; shorter than three letters or longer than 64 it stays as it is, as in FTS5
 */
export function porterStem(word: string): string {
  if (word.length < 3 || word.length > MAX_BYTES || !/[a-z]$/.test(word)) return word;
  const started = finalY(pastAndGerund(plural(word)));
  const shorter = replaceEnding(replaceEnding(started, STEP_2, 0), STEP_3, 0);
  return finalEAndL(replaceEnding(shorter, STEP_4, 1));
}

function plural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function pastAndGerund(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const base = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : undefined;
  if (base === undefined || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeioulsz])\1$/.test(base) && isConsonant(base, base.length - 1)) return base.slice(0, -1);
  return measure(base) === 1 && endsInShortSyllable(base) ? `${base}e` : base;
}

function finalY(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function replaceEnding(word: string, endings: Endings, above: number): string {
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue;
    const changed = word.slice(0, -ending.length) + replacement;
    const base = ending.endsWith("ion") && above === 1 ? changed : word.slice(0, -ending.length);
    return measure(base) > above ? changed : word;
  }
  return word;
}

function finalEAndL(word: string): string {
  const base = word.slice(0, -1);
  let result = word;
  if (word.endsWith("e") && (measure(base) > 1 || (measure(base) === 1 && !endsInShortSyllable(base)))) result = base;
  return result.endsWith("ll") && measure(result.slice(0, -1)) > 1 ? result.slice(0, -1) : result;
}

function isConsonant(word: string, at: number): boolean {
  const letter = word[at];
  if (letter === "y") return at === 0 || !isConsonant(word, at - 1);
  return letter !== "a" && letter !== "e" && letter !== "i" && letter !== "o" && letter !== "u";
}

/** How many vowel-consonant sequences the base has: Porter's m. */
function measure(base: string): number {
  let count = 0;
  let afterVowel = false;
  let consonant = false;
  for (let at = 0; at < base.length; at += 1) {
    consonant = base[at] === "y" ? at === 0 || !consonant : isConsonant(base, at);
    if (consonant && afterVowel) count += 1;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(base: string): boolean {
  for (let at = 0; at < base.length; at += 1) if (!isConsonant(base, at)) return true;
  return false;
}

/** Consonant, vowel, consonant other than w, x, y: as in "hop". */
function endsInShortSyllable(base: string): boolean {
  const last = base.length - 1;
  return last >= 2 && isConsonant(base, last) && !isConsonant(base, last - 1) && isConsonant(base, last - 2) && !/[wxy]$/.test(base);
}

function endings(list: string): Endings {
  return list.split(/\s+/).map((pair) => {
    const [ending = "", replacement = ""] = pair.split(":");
    return [ending, replacement];
  });
}
