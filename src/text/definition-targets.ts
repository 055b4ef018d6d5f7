import { questionLanguage } from "./question-language.ts";
import { isStopWord, queryTerms, termsOf } from "./terms.ts";

const BE = new Set(["is", "are", "was", "were", "s"]);
const ARTICLES = new Set(["a", "an", "the"]);
const MAX_WORDS = 4;
/** "The capital of Norway" asks for a property and not for a definition. */
const OF_ANOTHER = new Set("of on at by to from with between that which who when if and or for".split(" "));
/** Text before a name in a definition such as "This is called a hot journal". */
export const IS_CALLED = /(?:called|known\sas|termed)(?:\san?|\sthe)?\s["'“‘”(]{0,2}$/iu;
export const IS_CALLED_CHARS = 24;
const DIFFERENCE = new Set(["difference", "differences"]);
/** Question words and general nouns. A question with no other content words has no subject. */
const ASKS_ONLY = new Set([
  ...DIFFERENCE,
  "mean",
  "meaning",
  "means",
  "define",
  "definition",
  "explain",
  "explanation",
  "answer",
  "question",
]);

/**
 * The normalized words of each term whose definition an English question requests; empty for other questions.
 * Examples: "What is a hot journal in SQLite?", "What does VFS stand for?", "What is the reserved lock for?",
 * "What is the difference between a hot and a cold journal?".
 */
export function definitionTargets(question: string): readonly (readonly string[])[] {
  const [what, verb, ...rest] = termsOf(question).map(({ term }) => term);
  if (what !== "what" || verb === undefined) return [];
  const compared = BE.has(verb) ? comparedIn(rest) : null;
  if (compared !== null) return compared.every(tells) ? compared : [];
  const named = BE.has(verb)
    ? withoutLast(withoutPlace(rest), ["for"])
    : /^do(?:es)?$/.test(verb)
      ? withoutLast(withoutPlace(rest), ["mean"], ["stand", "for"], ["do"])
      : [];
  if (!BE.has(verb) && named.length === withoutPlace(rest).length) return [];
  const term = withoutArticle(named);
  return tells(term) ? [term] : [];
}

/** Whether an English question has no subject: "What is the difference between and and and?" */
export function hasNoSubject(question: string): boolean {
  return questionLanguage(question) === "en" && queryTerms(question).every(({ term }) => ASKS_ONLY.has(term));
}

const tells = (term: readonly string[]): boolean =>
  term.length <= MAX_WORDS &&
  term.some((word) => !isStopWord(word)) &&
  !term.some((word) => OF_ANOTHER.has(word) || word === "in");

const withoutArticle = (words: readonly string[]): readonly string[] =>
  ARTICLES.has(words[0] ?? "") ? words.slice(1) : words;

/**
 * Returns the compared terms of a phrase such as "the difference between shareable and unshareable files".
 */
function comparedIn(words: readonly string[]): (readonly string[])[] | null {
  const [first, difference, between, ...rest] = words;
  const and = rest.indexOf("and");
  if (!ARTICLES.has(first ?? "") || !DIFFERENCE.has(difference ?? "") || between !== "between" || and < 1)
    return null;
  const [one, other] = [rest.slice(0, and), withoutPlace(rest.slice(and + 1))].map(withoutArticle);
  if (one === undefined || other === undefined) return null;
  return one.length < other.length ? [one, [...one, ...other.slice(one.length)], other] : [one, other];
}

/** "A pipe in the shell" asks for a definition. "The weather in Paris" asks about one place. */
function withoutPlace(words: readonly string[]): readonly string[] {
  const at = words.indexOf("in");
  return at > 0 && words[0] !== "the" ? words.slice(0, at) : words;
}

function withoutLast(
  words: readonly string[],
  ...endings: readonly (readonly string[])[]
): readonly string[] {
  const ending = endings.find((each) =>
    each.every((word, at) => words[words.length - each.length + at] === word),
  );
  return ending === undefined ? words : words.slice(0, -ending.length);
}
