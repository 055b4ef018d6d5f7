import { CALENDAR_NAMES } from "../text/calendar-names.ts";
import { stem } from "../text/stemmer.ts";
import { isStopWord, termsOf } from "../text/terms.ts";
import { EXTRACTIVE_MODEL } from "./extractive-model.ts";
import type { AnswerSentence } from "./support.ts";
import { extractFigures } from "../text/extract-figures.ts";

/**
 * Words that negate, restrict, hedge or quantify a sentence. A lead from such a sentence would be unsafe.
 * English, normalized.
 */
const UNSAFE_WORDS = new Set(
  (
    "no not never none nor neither nobody nothing nowhere without cannot hardly rarely seldom barely except unless until till only just if when while " +
    "whether but although though however instead rather may might could should would perhaps possibly probably maybe sometimes often usually generally " +
    "normally mostly partly nearly almost about around approximately roughly over under least most few many several some all every each any always or " +
    "either both between from first last formerly previously once lack fail refuse deny stop too so as said claimed believed planned alleged than"
  ).split(" "),
);
/** Matches contractions such as "isn't", and clause breaks, because one clause may restrict another. */
const CLAUSE_BREAK = /n['’]t(?![\p{L}\p{M}])|[,;:?!()|[\]\n–—]|\.\s/iu;
/** Words of a sentence that add no information beyond the question. */
const FILLER_WORDS = new Set([
  "a",
  "an",
  "the",
  "do",
  "does",
  "did",
  "is",
  "are",
  "was",
  "were",
  "has",
  "have",
  "had",
]);
const ARTICLES = new Set(["a", "an", "the"]);
/**
 * Verbs that occur unchanged in a yes-or-no question and in its affirmation. A question with "does" is
 * affirmed by another form of the verb.
 */
const AFFIRMABLE_VERBS = new Set(["is", "are", "was", "were", "has", "have", "can", "must"]);
const MIN_NAME_WORDS = 2;
/** Maximum length of a sentence in characters. Longer sentences usually state more than one fact. */
const MAX_CHARS = 300;

interface ParsedQuote {
  readonly text: string;
  readonly terms: ReturnType<typeof termsOf>;
}

/**
 * True if the first citation of an answer is its first quote. An abstention cites the nearest sentences and
 * marks none.
 */
export function hasLead({ model, sentences }: LedAnswer): boolean {
  return model === EXTRACTIVE_MODEL && sentences.some(({ ordinals }) => ordinals.includes(1));
}

interface LedAnswer {
  readonly model: string;
  readonly sentences: readonly AnswerSentence[];
}

/**
 * Derives a short lead from a quoted sentence: "Yes", or a number, name or date in the spelling of the
 * sentence. The sentence must answer the question and state nothing else. Returns "" if no lead is safe.
 * English only.
 */
export function deriveLead(question: string, quote: string): string {
  if (question.length > MAX_CHARS || quote.length > MAX_CHARS) return "";
  const text = quote.replace(/[.!]$/u, "");
  if (CLAUSE_BREAK.test(text) || CLAUSE_BREAK.test(question.replace(/[?\s]{1,9}$/u, ""))) return "";
  const said = { text, terms: termsOf(text) };
  const [first, ...asked] = termsOf(question).map(({ term }) => term);
  if (
    first === undefined ||
    [
      ...asked.slice(Number(first === "how")),
      ...said.terms.filter(({ surface }) => surface !== "May").map(({ term }) => term),
    ].some((term) => UNSAFE_WORDS.has(term))
  )
    return "";
  if (first === "how" && asked[0] === "many") return countedIn(asked.slice(1), said);
  if (first === "who") return namedIn(asked, said);
  if (first === "when") return dayIn(asked, said);
  return isAffirmed(first, asked, said) ? "Yes" : "";
}

const isContentWord = (term: string): boolean => !isStopWord(term);
const stemsOf = (terms: readonly string[]): string[] => terms.filter(isContentWord).map(stem);

/**
 * True if the sentence is the question in declarative word order: the same words in the same order, without
 * others.
 */
function isAffirmed(verb: string, asked: readonly string[], { terms }: ParsedQuote): boolean {
  if (!AFFIRMABLE_VERBS.has(verb) && verb !== "does" && verb !== "do") return false;
  const words = terms.map(({ term }) => term).filter((term) => !ARTICLES.has(term));
  const at = AFFIRMABLE_VERBS.has(verb) ? words.indexOf(verb) : -1;
  if (AFFIRMABLE_VERBS.has(verb) && at < 1) return false;
  const rest = words.filter((_, index) => index !== at).map(stem);
  const wanted = asked.filter((term) => !ARTICLES.has(term)).map(stem);
  return (
    stemsOf(asked).length > 1 &&
    at < wanted.length &&
    rest.length === wanted.length &&
    rest.every((word, index) => word === wanted[index])
  );
}

/**
 * Returns the only number of the sentence if the counted noun follows directly. The other words of the
 * sentence must be those of the question.
 */
function countedIn(asked: readonly string[], { text, terms }: ParsedQuote): string {
  const { numbers } = extractFigures(text);
  const [only] = numbers;
  const [counted = ""] = asked;
  if (only === undefined || numbers.length > 1 || extractFigures(asked.join(" ")).numbers.length > 0)
    return "";
  const behind = terms.find(({ start }) => start >= only.end);
  if (behind === undefined || stem(behind.term) !== stem(counted)) return "";
  const others = terms.filter(({ start, end }) => end <= only.start || start >= only.end);
  return saysExactly(others, asked) ? text.slice(only.start, only.end) : "";
}

/**
 * Returns a name after "by" at the end of the sentence, or before the question's words. The name must have
 * two words, because a single capitalized first word may be any noun.
 */
function namedIn(asked: readonly string[], { text, terms }: ParsedQuote): string {
  const by = terms.findIndex(({ term }) => term === "by");
  const known = new Set(stemsOf(asked));
  const until = terms.findIndex(({ term }) => known.has(stem(term)));
  const [name, others] =
    by > 0 ? [terms.slice(by + 1), terms.slice(0, by)] : [terms.slice(0, until), terms.slice(until)];
  const isName =
    name.length >= MIN_NAME_WORDS &&
    name.every(({ surface, term }) => /^\p{Lu}/u.test(surface) && isContentWord(term));
  return isName && until >= 0 && saysExactly(others, asked)
    ? text.slice(name[0]?.start, name.at(-1)?.end)
    : "";
}

/** Returns a date or year after "in" or "on" at the end of the sentence. */
function dayIn(asked: readonly string[], { text, terms }: ParsedQuote): string {
  const at = terms.findLastIndex(({ term }) => term === "in" || term === "on");
  const day = terms.slice(at + 1);
  const isDay =
    day.length > 0 &&
    day.every(({ term }) => /^\d{1,4}(?:st|nd|rd|th)?$/.test(term) || CALENDAR_NAMES.has(stem(term)));
  const isYear = day.some(({ term }) => /^\d{4}$/.test(term));
  return at > 0 && isDay && isYear && saysExactly(terms.slice(0, at), asked)
    ? text.slice(day[0]?.start, day.at(-1)?.end)
    : "";
}

/** True if the words are exactly the words of the question. */
function saysExactly(words: ParsedQuote["terms"], asked: readonly string[]): boolean {
  const wanted = new Set(stemsOf(asked));
  const known = new Set(asked.map(stem));
  const said = new Set(words.map(({ term }) => stem(term)));
  const addsNothing = words.every(({ term }) => known.has(stem(term)) || FILLER_WORDS.has(term));
  return wanted.size > 0 && addsNothing && [...wanted].every((word) => said.has(word));
}
