import type { SearchInput } from "../../api.ts";
import { inverseDocumentFrequency, bm25Sum } from "../passage-confidence.ts";
import { boostDefinitions } from "../definition-boost.ts";
import {
  type Candidate,
  describeCandidates,
  findCandidates,
  findMatching,
} from "../../query/find-candidates.ts";
import { termCounter } from "../../query/term-counter.ts";
import { type PassageRow, passageRows } from "../../query/passage-rows.ts";
import { topIndexes } from "../bm25-scores.ts";
import { chunksInScope, scopeFilter } from "../../query/search-scope.ts";
import { rarerTerms, readTermStatistics, type TermStatistics } from "../../query/term-statistics.ts";
import { readTotals } from "../../totals.ts";
import { lexicalEvidence } from "./hybrid-score.ts";
import { chunkSimilarities, nearestChunks } from "../../vectors/nearest-chunks.ts";
import { isSetAvailable } from "../../vectors/vector-sets.ts";
import type { AnalyzedQuestion } from "../analyze-question.ts";
import type { WordNeighbors } from "./word-matcher.ts";
import { expandQuery } from "./expand-query.ts";

const BY_WORDS = 100;
const BY_MEANING = 100;
const EVIDENCE_OF_BEST = 3;

/** The candidates of a question, read from the index in one turn. */
export interface CandidateSet {
  readonly candidates: readonly Candidate[];
  readonly rows: ReadonlyMap<number, PassageRow>;
  readonly statistics: TermStatistics;
  readonly idf: readonly number[];
  readonly meanLength: number;
  /** How reliable the lexical matches are, 0 to 1. */
  readonly evidence: number;
  readonly chunksInScope: number;
  /** Returns the definition boost of a chunk. */
  readonly boostOf: (row: number) => number;
  /** Returns the similarity of each sentence of a chunk to the question; null without vectors. */
  readonly similaritiesOf: (row: number) => readonly number[] | null;
}

/**
 * Reads all ranking input in one synchronous turn. If the index changes during the later semantic calls, only
 * the next search sees the change.
 */
export function readCandidateSet(
  sql: SqlStorage,
  input: SearchInput,
  question: AnalyzedQuestion,
  near: WordNeighbors,
): CandidateSet {
  const { terms, stemOf } = question;
  const vector =
    question.vector !== null && isSetAvailable(sql, question.vector.set) ? question.vector : null;
  const { chunks } = readTotals(sql);
  const statistics = readTermStatistics(sql, terms, chunks);
  const filter = scopeFilter(sql, input);
  const found = findCandidates(sql, filter, { terms, rarer: rarerTerms(terms, statistics), count: BY_WORDS });
  const { candidates: byWords, boostOf } = boostDefinitions(sql, filter, { ...question, statistics }, found);
  const evidence = lexicalEvidence(massOf(byWords, question, statistics));
  const match = evidence < 1 ? expandQuery(sql, terms, near, stemOf) : null;
  const lexical = new Set(byWords.map(({ row }) => row));
  const similar =
    match === null
      ? []
      : findMatching(sql, filter, match, BY_WORDS + BY_MEANING).filter(({ row }) => !lexical.has(row));
  const nearest =
    evidence < 1 && vector !== null
      ? nearestChunks(sql, filter, vector).filter(({ row }) => !lexical.has(row))
      : [];
  const added = new Set([...similar.slice(0, BY_MEANING), ...nearest].map(({ row }) => row));
  const more = [...added].map((row) => ({ row, score: 0 }));
  const candidates = [...byWords, ...describeCandidates(sql, more, terms)];
  const rows = candidates.map(({ row }) => row);
  const similarities = vector === null ? null : chunkSimilarities(sql, rows, vector);
  return {
    candidates,
    rows: passageRows(sql, rows),
    statistics,
    idf: terms.map((term) => inverseDocumentFrequency(statistics, term)),
    meanLength: meanLengthOf(candidates),
    evidence,
    boostOf,
    similaritiesOf: (row) => similarities?.get(row) ?? null,
    chunksInScope: chunksInScope(sql, filter, chunks),
  };
}

/** The best BM25 sum of the top lexical candidates. */
function massOf(
  candidates: readonly Candidate[],
  { terms, stemOf }: AnalyzedQuestion,
  statistics: TermStatistics,
): number {
  const countTerms = termCounter(terms, stemOf);
  const mean = meanLengthOf(candidates);
  const scores = candidates.map(({ score, assetScore }) => score + assetScore);
  const masses = topIndexes(scores, EVIDENCE_OF_BEST).map((at) => {
    const { words = "", title = "" } = candidates[at] ?? {};
    const [inText, inTitle] = [countTerms(words), countTerms(title)];
    return bm25Sum(terms, statistics, {
      count: (term) => inText(term) + inTitle(term),
      relativeLength: words.length / mean,
    });
  });
  return Math.max(0, ...masses);
}

function meanLengthOf(candidates: readonly Candidate[]): number {
  return Math.max(
    1,
    candidates.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, candidates.length),
  );
}
