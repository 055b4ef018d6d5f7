import { isStopWord, stem, termsOf } from "../../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

const BE = new Set(["is", "are", "was", "were", "s"]);
const ARTICLES = new Set(["a", "an", "the"]);
const MAX_WORDS = 4;
/** "The capital of Norway" asks for something of something. */
const OF_ANOTHER = new Set("of in on at by to from with between that which who when if and or for".split(" "));
/** How many words may stand before what is defined: "The idea behind a reserved lock is …". */
const MOST_BEFORE = 4;
const SAYS_WHAT_IT_IS =
  /^["'’”»)\]*_`]{0,4}(?:\s?\([^)]{1,40}\))?(?:\s?[:–—]\s|\s-\s|,?\s(?:is|are|was|were)\s(?:that|when|where|what|used|any|one|each|an?|the)\b|,?\s(?:(?:shall|will)\smean|means?|refers?\sto|denotes?|stands?\sfor|consists?\sof)\b)/iu;

/**
 * The folded words of what a question asks to be told of, in order; empty where it asks for anything else: "What is a hot journal?", "What does VFS
 * stand for?", "What is the reserved lock for?". English.
 */
export function askedTerm(question: string): readonly string[] {
  const [what, verb, ...rest] = termsOf(question).map(({ term }) => term);
  if (what !== "what" || verb === undefined) return [];
  const named = BE.has(verb)
    ? withoutLast(rest, ["for"])
    : /^do(?:es)?$/.test(verb)
      ? withoutLast(rest, ["mean"], ["stand", "for"], ["do"])
      : [];
  if (named.length === rest.length && !BE.has(verb)) return [];
  const term = ARTICLES.has(named[0] ?? "") ? named.slice(1) : named;
  const tells = term.length <= MAX_WORDS && term.some((word) => !isStopWord(word));
  return tells && !term.some((word) => OF_ANOTHER.has(word)) ? term : [];
}

function withoutLast(words: readonly string[], ...endings: readonly (readonly string[])[]): readonly string[] {
  const ending = endings.find((each) => each.every((word, at) => words[words.length - each.length + at] === word));
  return ending === undefined ? words : words.slice(0, -ending.length);
}

/** Whether a sentence begins with the term and goes on with what it is, or has it in brackets behind the words that it stands for. */
export function saysWhatItIs(term: readonly string[], { text, words }: SentenceCandidate): boolean {
  if (term.length === 0) return false;
  const stems = term.map(stem);
  const inText = termsOf(text);
  if (
    stems.length === 1 &&
    inText.some(({ start, end }, at) => words[at]?.stem === stems[0] && text[start - 1] === "(" && text[end] === ")")
  )
    return true;
  for (let at = 0; at <= MOST_BEFORE && at + stems.length <= words.length; at += 1) {
    if (!stems.every((each, more) => words[at + more]?.stem === each)) continue;
    const last = inText[at + stems.length - 1];
    if (last !== undefined && SAYS_WHAT_IT_IS.test(text.slice(last.end))) return true;
  }
  return false;
}
