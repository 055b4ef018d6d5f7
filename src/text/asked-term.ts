import { isStopWord, termsOf } from "./terms.ts";

const BE = new Set(["is", "are", "was", "were", "s"]);
const ARTICLES = new Set(["a", "an", "the"]);
const MAX_WORDS = 4;
/** "The capital of Norway" asks for something of something. */
const OF_ANOTHER = new Set("of in on at by to from with between that which who when if and or for".split(" "));

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
