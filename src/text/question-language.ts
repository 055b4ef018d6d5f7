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
const LETTERS = { Grek: /[\p{sc=Grek}&&\p{L}]/gv, Deva: /[\p{sc=Deva}&&\p{L}]/gv };
const ARABIC = /\p{sc=Arab}/u;
/** Letters of Persian, Urdu and other languages that Arabic does not use. */
const BESIDE_ARABIC = /[پچژگکیےٹڈںہ]/u;
/** Letters of scripts that decide alone about the language of a question. */
const DECIDING =
  /[\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Han}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;
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
  if (/[\p{scx=Hira}\p{scx=Kana}]/u.test(question.replace(/\p{P}/gu, ""))) return "ja";
  if (/\p{sc=Hang}/u.test(question)) return "ko";
  if (/\p{sc=Han}/u.test(question)) return "zh";
  if (/\p{sc=Thai}/u.test(question)) return "th";
  if (/[\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u.test(question)) return "unspaced";
  if (isMostly("Grek", question)) return "el";
  if (isMostly("Deva", question)) return "hi";
  const votes = votesOf(question.slice(0, MAX_CHARACTERS).toLowerCase());
  const isPlain = !/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(question);
  if (votes.size === 0)
    return isPlain ? "en" : ARABIC.test(question) && !BESIDE_ARABIC.test(question) ? "ar" : "spaced";
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
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  if (2 * (start.match(DECIDING)?.length ?? 0) > letters) return questionLanguage(start);
  const spaced = start.replace(DECIDING, "");
  const language = questionLanguage(spaced);
  if (language === "el" || language === "hi") return language;
  const words = spaced.match(WORD)?.length ?? 0;
  const votes = Math.max(0, ...votesOf(spaced.toLowerCase()).values());
  return words > 0 && votes >= MIN_FUNCTION_WORDS * words ? language : null;
}

/** Whether more than half of the letters are in the script. A question may quote a word of another script. */
function isMostly(script: keyof typeof LETTERS, question: string): boolean {
  const asked = question.slice(0, MAX_CHARACTERS);
  return (asked.match(LETTERS[script])?.length ?? 0) * 2 > (asked.match(/\p{L}/gu)?.length ?? 0);
}

function votesOf(lower: string): Map<string, number> {
  const votes = new Map<string, number>();
  for (const [word] of lower.matchAll(WORD)) {
    for (const [language, vote] of VOTES.get(word) ?? [])
      votes.set(language, (votes.get(language) ?? 0) + vote);
  }
  return votes;
}
