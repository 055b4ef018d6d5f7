import { share } from "./idf-weights.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Maximum distance in words between two question words that count as a pair. */
const PAIR_DISTANCE = 4;

interface Pair {
  readonly words: readonly [string, string];
  readonly weight: number;
}

/** Returns the adjacent word pairs of the question that occur in at least one sentence. */
export function wordPairs(stems: readonly string[], weights: ReadonlyMap<string, number>): Pair[] {
  return stems.slice(1).flatMap((word, at) => {
    const before = stems[at] ?? "";
    const [first, second] = [weights.get(before), weights.get(word)];
    return first === undefined || second === undefined
      ? []
      : [{ words: [before, word], weight: first + second }];
  });
}

export function pairShare({ words, stems }: SentenceCandidate, pairs: readonly Pair[]): number {
  let [together, all] = [0, 0];
  for (const {
    words: [first, second],
    weight,
  } of pairs) {
    all += weight;
    if (!stems.has(first) || !stems.has(second)) continue;
    let [last, lastOther] = [-Infinity, -Infinity];
    for (const [at, word] of words.entries()) {
      if (word.stem === first) last = at;
      if (word.stem === second) lastOther = at;
      if (Math.abs(last - lastOther) > PAIR_DISTANCE) continue;
      together += weight;
      break;
    }
  }
  return share(together, all);
}
