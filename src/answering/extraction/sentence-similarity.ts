import { refersBack } from "./anaphora.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/**
 * A row with a question word gets this proportion of the best similarity, because the model captures little
 * meaning of table cells.
 */
const SIMILARITY_OF_ROW = 0.8;
/**
 * A sentence that continues the one before ("Its keeper is …") gets at least this proportion of its
 * similarity.
 */
const SIMILARITY_BEFORE = 0.8;

/** @param most similarity of the best sentence; 0 if the sentence contains no question word */
export function sentenceSimilarity(
  sentence: SentenceCandidate,
  asked: ReadonlySet<string>,
  most: number,
): number {
  const { similarity, header, previous } = sentence;
  if (header !== null) return Math.max(similarity, SIMILARITY_OF_ROW * most);
  if (previous === null || !(refersBack(sentence) || continuesSubject(sentence, previous, asked)))
    return similarity;
  return Math.max(similarity, SIMILARITY_BEFORE * previous.similarity);
}

/**
 * True if the sentence before names the subject and this sentence adds other question words: "You play Brine.
 * The goal is to …"
 */
function continuesSubject(
  { stems }: SentenceCandidate,
  before: SentenceCandidate,
  asked: ReadonlySet<string>,
): boolean {
  let [isNew, isKept] = [false, false];
  for (const word of asked) {
    const [here, there] = [stems.has(word), before.stems.has(word)];
    isNew ||= here && !there;
    isKept ||= there && !here;
  }
  return isNew && isKept;
}
