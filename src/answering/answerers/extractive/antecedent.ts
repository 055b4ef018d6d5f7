import { stem, termsOf } from "../../../text/terms.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Begins with a word that stands for somebody or something named before. */
const POINTS_BACK =
  /^[\p{P}\s]{0,3}(?:(?:in|at|on|for|with|of|by|to|from|but|and|then|however|there|later|today)[, ]\s*)?(?:he|she|it|they|his|her|its|their|this|these|those|the (?:former|latter)|er|sie|es|ihr|sein|seine|diese[rs]?|il|elle|ils|elles|son|sa|ses|ce|cette|он|она|оно|они|его|её|их|это)(?![\p{L}\p{M}'’])/iu;
/** "This provides …", "It was made …": what it speaks of is told nowhere but before. */
const HAS_NO_SUBJECT =
  /^[\p{P}\s]{0,3}(?:this|that|these|those|it|they|he|she)\s(?:is|are|was|were|has|have|had|can|may|must|will|would|should|could|does|do|did|[\p{Ll}]{3,20}s)(?!\p{L})/iu;
/** Longer ones would be more reading than quoting. */
const MAX_CHARS = 600;

/** Whether it begins with a word that stands for what the sentence right before it names. */
export function pointsBack({ previous, text }: SentenceCandidate): boolean {
  return previous !== null && POINTS_BACK.test(text);
}

/**
 * The sentence with the one right before it, as one span, when it points back and only the one before says a word of the question: so that what
 * was asked about stands in the quote. A row of a table begins with the names of its columns when they stand right above it. A reply goes without the
 * document's own question when it says all of what was asked that the question does.
 */
export function withAntecedent(sentence: SentenceCandidate, asked: ReadonlySet<string>, isBest = false): SentenceCandidate {
  const { passage, header, previous, start, end, replyStart } = sentence;
  if (header !== null) {
    const isAdjacent = header.start >= 0 && header.start < start && passage.text.slice(header.end, start).trim() === "";
    return isAdjacent ? { ...sentence, start: header.start, text: passage.text.slice(header.start, end) } : sentence;
  }
  if (replyStart !== null) {
    const reply = passage.text.slice(replyStart, end);
    const said = new Set(termsOf(reply).map(({ term }) => stem(term)));
    return [...asked].every((word) => said.has(word) || !sentence.stems.has(word))
      ? { ...sentence, start: replyStart, text: reply }
      : sentence;
  }
  if (previous === null || !pointsBack(sentence) || end - previous.start > MAX_CHARS) return sentence;
  if (isBest && HAS_NO_SUBJECT.test(sentence.text)) return joined(sentence, previous);
  const isNamedBefore = [...asked].some((word) => previous.stems.has(word) && !sentence.stems.has(word));
  return isNamedBefore ? joined(sentence, previous) : sentence;
}

const joined = (sentence: SentenceCandidate, { start }: SentenceCandidate): SentenceCandidate => ({
  ...sentence,
  start,
  text: sentence.passage.text.slice(start, sentence.end),
});
