import { stem, termsOf } from "../../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** How many words may stand before what is defined: "The idea behind a reserved lock is …". */
const MOST_BEFORE = 4;
const SAYS_WHAT_IT_IS =
  /^["'’”»)\]*_`]{0,4}(?:\s?\([^)]{1,40}\))?(?:\s?[:–—]\s|\s-\s|,?\s(?:is|are|was|were)\s(?:that|when|where|what|used|any|one|each|(?:yet\s)?another|an?|the)\b|,?\s(?:(?:shall|will)\smean|means?|refers?\sto|denotes?|stands?\sfor|consists?\sof)\b)/iu;

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
