import type { ScoredSentence } from "./score-sentences.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** A sentence that scores less than this share of the best one is left out. */
const LEAST_SHARE_OF_BEST = 0.4;

function saysTheSame(a: SentenceCandidate, b: SentenceCandidate): boolean {
  if (a.passage.assetId === b.passage.assetId && a.passage.version === b.passage.version) {
    const [aStart, bStart] = [a.passage.start + a.start, b.passage.start + b.start];
    if (aStart < bStart + b.text.length && bStart < aStart + a.text.length) return true;
  }
  return a.words.length === b.words.length && a.words.every((word, at) => word.stem === b.words[at]?.stem);
}

const areNeighbours = (a: SentenceCandidate, b: SentenceCandidate): boolean => a.passage === b.passage && Math.abs(a.place - b.place) === 1;

/**
 * The sentences to quote, at most `limit`, no two of which say the same, in the order in which they are read: the best first, but
 * neighbours within a passage together and as they stand there. Each group of the result is a run of neighbours.
 * @param hasRoom asked of each sentence that would be picked, once; one that it refuses is passed over
 */
export function pickSentences(
  scored: readonly ScoredSentence[],
  limit: number,
  hasRoom: (sentence: SentenceCandidate) => boolean = () => true,
): SentenceCandidate[][] {
  const best = scored[0]?.score ?? 0;
  const groups: SentenceCandidate[][] = [];
  let picked = 0;
  for (const { sentence, score } of scored) {
    if (picked >= limit || score < best * LEAST_SHARE_OF_BEST) break;
    if (groups.some((group) => group.some((other) => saysTheSame(sentence, other)))) continue;
    if (!hasRoom(sentence)) continue;
    const group = groups.find((members) => members.some((other) => areNeighbours(sentence, other)));
    if (group) group.push(sentence);
    else groups.push([sentence]);
    picked += 1;
  }
  for (const group of groups) group.sort((a, b) => a.place - b.place);
  return groups;
}
