import { stem } from "../../text/stemmer.ts";
import { termsOf } from "../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Matches a pronoun or demonstrative at the start of a sentence. */
const ANAPHOR =
  /^[\p{P}\s]{0,3}(?:(?:in|at|on|for|with|of|by|to|from|but|and|then|however|there|later|today)[, ]\s*)?(?:he|she|it|they|his|her|its|their|this|these|those|the (?:former|latter)|er|sie|es|ihr|sein|seine|diese[rs]?|il|elle|ils|elles|son|sa|ses|ce|cette|он|она|оно|они|его|её|их|это)(?![\p{L}\p{M}'’])/iu;
/** Matches "This provides …" and "It was made …". An earlier sentence names the subject. */
const HAS_NO_SUBJECT =
  /^[\p{P}\s]{0,3}(?:this|that|these|those|it|they|he|she)\s(?:is|are|was|were|has|have|had|can|may|must|will|would|should|could|does|do|did|[\p{Ll}]{3,20}s)(?!\p{L})/iu;
/** Maximum length of a joined quote in characters. */
const MAX_CHARS = 600;

/** True if a sentence begins with an anaphor, which refers to the sentence before. */
export function refersBack({ previous, text }: SentenceCandidate): boolean {
  return previous !== null && ANAPHOR.test(text);
}

/**
 * Completes a sentence before it is quoted. If the sentence begins with an anaphor and only the sentence
 * before contains a question word, joins both. Joins a table row with the column names directly before the
 * row. Drops the document's own question before a reply that covers the same question words.
 */
export function joinAnaphora(
  sentence: SentenceCandidate,
  asked: ReadonlySet<string>,
  isBest = false,
): SentenceCandidate {
  const { passage, header, previous, start, end, replyStart } = sentence;
  if (header !== null) {
    const isAdjacent =
      header.start >= 0 && header.start < start && passage.text.slice(header.end, start).trim() === "";
    return isAdjacent
      ? { ...sentence, start: header.start, text: passage.text.slice(header.start, end) }
      : sentence;
  }
  if (replyStart !== null) {
    const reply = passage.text.slice(replyStart, end);
    const said = new Set(termsOf(reply).map(({ term }) => stem(term)));
    return [...asked].every((word) => said.has(word) || !sentence.stems.has(word))
      ? { ...sentence, start: replyStart, text: reply }
      : sentence;
  }
  if (previous === null || !refersBack(sentence) || end - previous.start > MAX_CHARS) return sentence;
  if (isBest && HAS_NO_SUBJECT.test(sentence.text)) return joined(sentence, previous);
  const isNamedBefore = [...asked].some((word) => previous.stems.has(word) && !sentence.stems.has(word));
  return isNamedBefore ? joined(sentence, previous) : sentence;
}

const joined = (sentence: SentenceCandidate, { start }: SentenceCandidate): SentenceCandidate => ({
  ...sentence,
  start,
  text: sentence.passage.text.slice(start, sentence.end),
});
