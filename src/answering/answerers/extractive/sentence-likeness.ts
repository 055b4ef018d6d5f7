import { pointsBack } from "./antecedent.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** A row's cells say little as a sentence: one that holds a word of the question is as much alike as this share of the most alike sentence. */
const LIKENESS_OF_ROW = 0.8;
/** "Its keeper is …": what it is about stands in the sentence before. */
const LIKENESS_BEFORE = 0.8;

/** @param most that of the most alike sentence; 0 where the sentence says nothing that was asked */
export function likenessIn(sentence: SentenceCandidate, asked: ReadonlySet<string>, most: number): number {
  const { likeness, header, previous } = sentence;
  if (header !== null) return Math.max(likeness, LIKENESS_OF_ROW * most);
  if (previous === null || !(pointsBack(sentence) || goesOn(sentence, previous, asked))) return likeness;
  return Math.max(likeness, LIKENESS_BEFORE * previous.likeness);
}

/** "You play Brine. The goal is to …": the sentence before says what is asked about, and this one what is asked of it. */
function goesOn({ stems }: SentenceCandidate, before: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  let [isNew, isKept] = [false, false];
  for (const word of asked) {
    const [here, there] = [stems.has(word), before.stems.has(word)];
    isNew ||= here && !there;
    isKept ||= there && !here;
  }
  return isNew && isKept;
}
