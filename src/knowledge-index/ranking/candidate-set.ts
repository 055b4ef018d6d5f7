import type { SearchInput } from "../api.ts";
import { type Candidate, findCandidates, readWords } from "../query/find-candidates.ts";
import { scopeFilter } from "../query/search-scope.ts";
import { rarerTerms, readTermStatistics, type TermStatistics } from "../query/term-statistics.ts";
import { readTotals } from "../totals.ts";
import { type ChunkSimilarity, chunkSimilarities, nearestChunks } from "../vectors/nearest-chunks.ts";
import { isSetAvailable } from "../vectors/vector-sets.ts";
import type { AnalyzedQuestion } from "./analyze-question.ts";

const BY_WORDS = 100;

/** The candidates of a question: the best by BM25, and the nearest by vectors. */
export interface CandidateSet {
  readonly candidates: readonly Candidate[];
  readonly statistics: TermStatistics;
  /** The similarities of a chunk; null without vectors. */
  readonly similarityOf: (row: number) => ChunkSimilarity | null;
}

export function readCandidateSet(
  sql: SqlStorage,
  input: SearchInput,
  { terms, vector: asked }: AnalyzedQuestion,
): CandidateSet {
  const vector = asked !== null && isSetAvailable(sql, asked.set) ? asked : null;
  const { chunks } = readTotals(sql);
  const statistics = readTermStatistics(sql, terms, chunks);
  const filter = scopeFilter(sql, input);
  const rarer = rarerTerms(terms, statistics);
  const byWords = findCandidates(sql, filter, { terms, rarer, count: BY_WORDS });
  const nearest = vector === null ? [] : nearestChunks(sql, filter, vector);
  const rows = [...new Set([...byWords, ...nearest])];
  const similarities = vector === null ? null : chunkSimilarities(sql, rows, vector);
  return {
    candidates: readWords(sql, rows),
    statistics,
    similarityOf: (row) => similarities?.get(row) ?? null,
  };
}
