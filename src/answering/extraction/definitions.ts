import { IS_CALLED, IS_CALLED_CHARS } from "../../text/definition-targets.ts";
import { stem } from "../../text/stemmer.ts";
import { termsOf } from "../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Maximum number of words before the defined term: "The idea behind a reserved lock is …". */
const MAX_BEFORE = 4;
const SAYS_WHAT_IT_IS =
  /^["'’”»)\]*_`]{0,4}(?:\s?\([^)]{1,40}\))?(?:\s?[:–—]\s|\s-\s|,?\s(?:is|are|was|were)\s(?:that|when|where|what|used|any|one|each|those|(?:yet\s)?another|an?|the)\b|,?\s(?:(?:shall|will)\smean|means?|refers?\sto|denotes?|stands?\sfor|consists?\sof)\b)/iu;

/**
 * True if a sentence defines one of the terms: it begins with the term and a copula, gives the term in
 * brackets after its long form, or states that something is called by the term.
 */
export function hasDefinition(terms: readonly (readonly string[])[], sentence: SentenceCandidate): boolean {
  return terms.some((term) => saysWhatItIs(term, sentence));
}

function saysWhatItIs(term: readonly string[], sentence: SentenceCandidate): boolean {
  if (term.length === 0) return false;
  const stems = term.map(stem);
  const text = replyOf(sentence);
  const inText = termsOf(text);
  const words = inText.map((word) => ({ stem: stem(word.term) }));
  if (
    stems.length === 1 &&
    inText.some(
      ({ start, end }, at) => words[at]?.stem === stems[0] && text[start - 1] === "(" && text[end] === ")",
    )
  )
    return true;
  for (let at = 0; at + stems.length <= words.length; at += 1) {
    if (!stems.every((each, more) => words[at + more]?.stem === each)) continue;
    const [first, last] = [inText[at], inText[at + stems.length - 1]];
    if (
      first !== undefined &&
      IS_CALLED.test(text.slice(Math.max(0, first.start - IS_CALLED_CHARS), first.start))
    )
      return true;
    if (at <= MAX_BEFORE && last !== undefined && SAYS_WHAT_IT_IS.test(text.slice(last.end))) return true;
  }
  return false;
}

/** Returns the text of a sentence without the document's own question. */
const replyOf = ({ passage, replyStart, end, text }: SentenceCandidate): string =>
  replyStart === null ? text : passage.text.slice(replyStart, end);
