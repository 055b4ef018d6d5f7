import { centroidSimilarities } from "../../../src/knowledge-index/ranking/centroid-similarities.ts";
import { charNgramScores } from "../../../src/knowledge-index/ranking/char-ngram-scores.ts";
import { analyzeText } from "../../../src/knowledge-index/indexing/analyze-text.ts";
import { createStemmer } from "../../../src/knowledge-index/query/create-stemmer.ts";
import { termCounter } from "../../../src/knowledge-index/query/term-counter.ts";
import { analyzeQuery } from "../../../src/knowledge-index/query/query-terms.ts";
import { showNumber } from "../lib/statistics.ts";
import { proseOf } from "./prose.ts";

const CANDIDATES = 100;
const SHOWN = 12;
const ROUNDS = 300;
const BEST = [0, 1, 2];

/**
 * Measures the CPU time of each part of a search's ranking in this process; other load on the machine does
 * not count.
 */
export function rankingParts(characters: number): string[][] {
  const texts = Array.from({ length: 4 * CANDIDATES }, (_, at) => analyzeText(proseOf(characters, at)));
  const spent = new Map<string, number>();
  const time = (part: string, work: () => unknown): void => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    spent.set(part, (spent.get(part) ?? 0) + (user + system) / 1_000);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const candidates = Array.from(
      { length: CANDIDATES },
      (_, at) => texts[(round * 7 + at * 3) % texts.length] ?? "",
    );
    const query = (texts[round % texts.length] ?? "").split(" ").slice(0, 10).join(" ");
    const stemOf = createStemmer();
    const terms = analyzeQuery(query, stemOf);
    time("sequences of four characters", () => charNgramScores(query, candidates));
    time("likeness to the best three", () => centroidSimilarities(candidates, BEST));
    time(`terms of the ${SHOWN} passages shown, stems among them`, () => {
      const countTerms = termCounter(terms, stemOf);
      for (const words of candidates.slice(0, SHOWN)) {
        const count = countTerms(words);
        for (const term of terms) count(term);
      }
    });
  }
  return [...spent].map(([part, ms]) => [part, showNumber(ms / ROUNDS, 2)]);
}
