import type { Passage, SearchResult } from "../../domain/retrieval.ts";
import type { SearchInput } from "../api.ts";
import { passageRows } from "../query/passage-rows.ts";
import { matchedSurfaces, termCounter } from "../query/term-counter.ts";
import type { AnalyzedQuestion } from "./analyze-question.ts";
import { readCandidateSet } from "./candidate-set.ts";
import { scorePassages } from "./score-passages.ts";
import { termCoverage } from "./term-coverage.ts";

const MAX_PASSAGES = 100;
/** Lower bound of a score, because scores must be above 0. */
const MIN_SCORE = 1e-6;
const NOTHING: SearchResult = { passages: [], coverage: 0 };

/** @param question analyzed beforehand, so that all index reads run in one synchronous turn */
export function searchIndexedPassages(
  sql: SqlStorage,
  question: AnalyzedQuestion,
  input: SearchInput,
): SearchResult {
  const { query, terms, stemOf } = question;
  if (terms.length === 0 || input.collectionIds.length + input.assetIds.length === 0) return NOTHING;
  const set = readCandidateSet(sql, input, question);
  const scores = scorePassages(question, set);
  const best = topIndexes(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), MAX_PASSAGES));
  const ranked = best.flatMap((at) => set.candidates[at] ?? []);
  const [first] = ranked;
  if (first === undefined) return NOTHING;
  const rows = passageRows(
    sql,
    ranked.map(({ row }) => row),
  );
  const counterOf = termCounter(terms, stemOf);
  const passages = ranked.flatMap((candidate, place): Passage[] => {
    const found = rows.get(candidate.row);
    if (found === undefined) return [];
    const { row, ...passage } = found;
    const count = counterOf(candidate.words);
    const similarity = set.similarityOf(row);
    return [
      {
        ...passage,
        score: Math.max(scores[best[place] ?? 0] ?? 0, MIN_SCORE),
        matched: matchedSurfaces(query, terms, (term) => count(term) > 0),
        ...(similarity === null ? {} : { similarities: similarity.sentences }),
      },
    ];
  });
  return { passages, coverage: termCoverage(terms, set.statistics, first, stemOf) };
}

/** Indexes of the highest scores, best first. For equal scores the earlier index comes first. */
function topIndexes(scores: readonly number[], count: number): number[] {
  const order = scores.map((_, at) => at);
  order.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  return order.slice(0, count);
}
