import { LANGUAGE_MARKERS } from "./language-markers.ts";

/**
 * A language detected by function words or script. Other languages are "spaced" or "unspaced", depending on
 * spaces between words.
 */
export type QuestionLanguage =
  | MarkedLanguage
  | "zh"
  | "ja"
  | "ko"
  | "th"
  | "el"
  | "hi"
  | "spaced"
  | "unspaced";
type MarkedLanguage = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "ru" | "ar" | "tr" | "ro" | "vi";

const MAX_CHARACTERS = 2_000;
const WORD = /[\p{L}\p{M}]+/gu;
const LETTER = /\p{L}/gu;
/** Letters that decide alone about the language of a question: the first language with a letter, in this order. */
const DECIDING =
  /(?<ja>[[\p{scx=Hira}\p{scx=Kana}]--\p{P}])|(?<ko>\p{sc=Hang})|(?<zh>\p{sc=Han})|(?<th>\p{sc=Thai})|(?<unspaced>[\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])/gv;
/** All other letters. Arabic does not use the letters of Persian, Urdu and other languages before it. */
const LETTERS =
  /(?<el>[\p{sc=Grek}&&\p{L}])|(?<hi>[\p{sc=Deva}&&\p{L}])|(?<spaced>[پچژگکیےٹڈںہ])|(?<ar>\p{sc=Arab})|(?<any>\p{L})/gv;
/** Minimum share of a text's words that are function words of its language. Code and tables have fewer. */
const MIN_FUNCTION_WORDS = 0.05;
const ANSWERED = new Set<string>([
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "ru",
  "ar",
  "tr",
  "ro",
  "vi",
] satisfies MarkedLanguage[]);
/** The votes of each word by language. The more languages contain a word, the smaller each vote. */
const VOTES = new Map<string, Map<string, number>>();
for (const [language, words] of Object.entries(LANGUAGE_MARKERS)) {
  for (const word of words.split(/\s+/))
    VOTES.set(word, (VOTES.get(word) ?? new Map<string, number>()).set(language, 1));
}
for (const votes of VOTES.values()) for (const language of votes.keys()) votes.set(language, 1 / votes.size);

/**
 * Guesses the language of a question to select reply texts and search rules. Plain ASCII without a function
 * word counts as English.
 */
export function questionLanguage(question: string): QuestionLanguage {
  const asked = question.slice(0, MAX_CHARACTERS);
  const deciding = countByGroup(asked, DECIDING);
  for (const language of ["ja", "ko", "zh", "th", "unspaced"] as const)
    if (deciding.has(language)) return language;
  const letters = countByGroup(asked, LETTERS);
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0);
  // A question may quote a word of another script.
  for (const language of ["el", "hi"] as const) if ((letters.get(language) ?? 0) * 2 > all) return language;
  const votes = votesOf(asked.toLowerCase());
  const isPlain = !/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(question);
  if (votes.size === 0) return isPlain ? "en" : letters.has("ar") && !letters.has("spaced") ? "ar" : "spaced";
  // English words have no accents, but names in English texts may have accents.
  if (!isPlain) votes.set("en", (votes.get("en") ?? 0) / 2);
  let best = "en";
  for (const [language, count] of votes) if (count > (votes.get(best) ?? 0)) best = language;
  return ANSWERED.has(best) ? (best as MarkedLanguage) : "spaced";
}

/**
 * Guesses the language of a document from the beginning of a text. A few words in another script do not count.
 * @returns null for text with too few function words, such as code or a table
 */
export function textLanguage(text: string): QuestionLanguage | null {
  const start = text.slice(0, MAX_CHARACTERS);
  const letters = start.match(LETTER)?.length ?? 0;
  if (2 * (start.match(DECIDING)?.length ?? 0) > letters) return questionLanguage(start);
  const spaced = start.replace(DECIDING, "");
  const language = questionLanguage(spaced);
  if (language === "el" || language === "hi") return language;
  const words = spaced.match(WORD)?.length ?? 0;
  const votes = Math.max(0, ...votesOf(spaced.toLowerCase()).values());
  return words > 0 && votes >= MIN_FUNCTION_WORDS * words ? language : null;
}

/** The number of matches of each named group. */
function countByGroup(text: string, pattern: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { groups = {} } of text.matchAll(pattern)) {
    const name = Object.keys(groups).find((each) => groups[each] !== undefined) ?? "";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function votesOf(lower: string): Map<string, number> {
  const votes = new Map<string, number>();
  for (const [word] of lower.matchAll(WORD)) {
    for (const [language, vote] of VOTES.get(word) ?? [])
      votes.set(language, (votes.get(language) ?? 0) + vote);
  }
  return votes;
}
