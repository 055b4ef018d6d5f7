import type { SearchInput } from "../api.ts";
import { inverseFrequency, passageMass } from "../confidence.ts";
import { withDefining } from "../defining-passages.ts";
import { type Candidate, describe, findCandidates, findMatching } from "../find-candidates.ts";
import { termCounter } from "../matched-terms.ts";
import { type PassageRow, passageRows } from "../passage-rows.ts";
import { bestOf } from "../rank.ts";
import { chunksInScope, scopeFilter } from "../search-scope.ts";
import { rarerTerms, readTermStatistics, type TermStatistics } from "../term-statistics.ts";
import { readTotals } from "../totals.ts";
import { evidenceOf } from "./evidence-gate.ts";
import { likenessOfChunks, nearestChunks } from "../sentence-vectors/like-sentences.ts";
import { isServing } from "../sentence-vectors/vector-sets.ts";
import type { AskedQuestion } from "./question-meaning.ts";
import type { NearWords } from "./word-matches.ts";
import { matchAlike } from "./widen.ts";

const BY_WORDS = 100;
const BY_MEANING = 100;
const EVIDENCE_OF_BEST = 3;

/** The candidates of a question, read from the index in one turn. */
export interface Pool {
  readonly candidates: readonly Candidate[];
  readonly rows: ReadonlyMap<number, PassageRow>;
  readonly statistics: TermStatistics;
  readonly idf: readonly number[];
  readonly meanLength: number;
  /** The trust in lexical matches, 0 to 1. */
  readonly evidence: number;
  readonly chunksInScope: number;
  /** The definition boost of a chunk. */
  readonly bonusOf: (row: number) => number;
  /** Similarity of each sentence of a chunk to the question; null without vectors. */
  readonly likenessOf: (row: number) => readonly number[] | null;
}

/**
 * Reads all ranking input in one synchronous turn. Changes during the later semantic calls count in the next
 * search.
 */
export function readPool(sql: SqlStorage, input: SearchInput, question: AskedQuestion, near: NearWords): Pool {
  const { terms, stemOf } = question;
  const vector = question.vector !== null && isServing(sql, question.vector.set) ? question.vector : null;
  const { chunks } = readTotals(sql);
  const statistics = readTermStatistics(sql, terms, chunks);
  const filter = scopeFilter(sql, input);
  const found = findCandidates(sql, filter, { terms, rarer: rarerTerms(terms, statistics), count: BY_WORDS });
  const { candidates: byWords, bonusOf } = withDefining(sql, filter, { ...question, statistics }, found);
  const evidence = evidenceOf(massOf(byWords, question, statistics));
  const match = evidence < 1 ? matchAlike(sql, terms, near, stemOf) : null;
  const held = new Set(byWords.map(({ row }) => row));
  const alike = match === null ? [] : findMatching(sql, filter, match, BY_WORDS + BY_MEANING).filter(({ row }) => !held.has(row));
  const nearest = evidence < 1 && vector !== null ? nearestChunks(sql, filter, vector).filter(({ row }) => !held.has(row)) : [];
  const added = new Set([...alike.slice(0, BY_MEANING), ...nearest].map(({ row }) => row));
  const more = [...added].map((row) => ({ row, score: 0 }));
  const candidates = [...byWords, ...describe(sql, more, terms)];
  const rows = candidates.map(({ row }) => row);
  const likeness = vector === null ? null : likenessOfChunks(sql, rows, vector);
  return {
    candidates,
    rows: passageRows(sql, rows),
    statistics,
    idf: terms.map((term) => inverseFrequency(statistics, term)),
    meanLength: meanLengthOf(candidates),
    evidence,
    bonusOf,
    likenessOf: (row) => likeness?.get(row) ?? null,
    chunksInScope: chunksInScope(sql, filter, chunks),
  };
}

/** The best BM25 sum of the top lexical candidates. */
function massOf(candidates: readonly Candidate[], { terms, stemOf }: AskedQuestion, statistics: TermStatistics): number {
  const countTerms = termCounter(terms, stemOf);
  const mean = meanLengthOf(candidates);
  const scores = candidates.map(({ score, assetScore }) => score + assetScore);
  const masses = bestOf(scores, EVIDENCE_OF_BEST).map((at) => {
    const { words = "", title = "" } = candidates[at] ?? {};
    const [inText, inTitle] = [countTerms(words), countTerms(title)];
    return passageMass(terms, statistics, { count: (term) => inText(term) + inTitle(term), relativeLength: words.length / mean });
  });
  return Math.max(0, ...masses);
}

function meanLengthOf(candidates: readonly Candidate[]): number {
  return Math.max(1, candidates.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, candidates.length));
}
