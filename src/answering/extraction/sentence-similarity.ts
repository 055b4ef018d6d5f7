import { refersBack } from "./anaphora.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/**
 * The cells of a row carry little meaning. A row with a question word gets this share of the best similarity.
 */
const SIMILARITY_OF_ROW = 0.8;
/** Share of the similarity of the sentence before, for "Its keeper is …". */
const SIMILARITY_BEFORE = 0.8;

/** @param most similarity of the best sentence; 0 when the sentence contains no question word */
export function sentenceSimilarity(sentence: SentenceCandidate, asked: ReadonlySet<string>, most: number): number {
  const { similarity, header, previous } = sentence;
  if (header !== null) return Math.max(similarity, SIMILARITY_OF_ROW * most);
  if (previous === null || !(refersBack(sentence) || continuesSubject(sentence, previous, asked))) return similarity;
  return Math.max(similarity, SIMILARITY_BEFORE * previous.similarity);
}

/** "You play Brine. The goal is to …": the first sentence names the subject and the second one answers. */
function continuesSubject({ stems }: SentenceCandidate, before: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  let [isNew, isKept] = [false, false];
  for (const word of asked) {
    const [here, there] = [stems.has(word), before.stems.has(word)];
    isNew ||= here && !there;
    isKept ||= there && !here;
  }
  return isNew && isKept;
}
