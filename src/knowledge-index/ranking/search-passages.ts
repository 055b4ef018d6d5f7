import type { Passage, SearchResult } from "../../domain/retrieval.ts";
import type { Semantic } from "../../semantic/semantic-api.ts";
import type { SearchInput } from "../api.ts";
import { answerProbability, type AnswerClassifier } from "./answerability/classifier.ts";
import { type PassageFeatures, featureExtractor } from "./answerability/features.ts";
import { boostDefinitions } from "./definition-boost.ts";
import { findCandidates } from "../query/find-candidates.ts";
import { matchedSurfaces, termCounter } from "../query/term-counter.ts";
import { readCandidateSet } from "./hybrid/candidate-set.ts";
import type { AnalyzedQuestion } from "./analyze-question.ts";
import { rankHybrid } from "./hybrid/rank-hybrid.ts";
import { passageRows } from "../query/passage-rows.ts";
import { indexForms } from "../query/query-terms.ts";
import { topIndexes, bm25Scores } from "./bm25-scores.ts";
import { chunksInScope, scopeFilter } from "../query/search-scope.ts";
import { rarerTerms, readTermStatistics } from "../query/term-statistics.ts";
import { termCoverage } from "./term-coverage.ts";
import { readTotals } from "../totals.ts";

const RERANKED = 100;
const CONFIDENCE_OF_BEST = 3;
const NO_WORDS = { words: "", title: "" };
const NOTHING: SearchResult = { passages: [], confidence: 0, coverage: 0 };

/**
 * @param question analyzed beforehand, so that all index reads run in one synchronous turn
 * @param judge classifier to use instead of the built-in one while its weights are fitted
 */
export async function searchIndexedPassages(
  sql: SqlStorage,
  semantic: Semantic,
  question: AnalyzedQuestion,
  input: SearchInput,
  judge: AnswerClassifier = answerProbability,
): Promise<SearchResult> {
  const { terms, near } = question;
  if (terms.length === 0 || input.collectionIds.length + input.assetIds.length === 0) return NOTHING;
  if (near === null) return searchByWords(sql, question, input, judge);
  const pool = readCandidateSet(sql, input, question, near);
  return pool.candidates.length === 0
    ? NOTHING
    : await rankHybrid(semantic, pool, question, near, input, judge);
}

function searchByWords(
  sql: SqlStorage,
  question: AnalyzedQuestion,
  input: SearchInput,
  judge: AnswerClassifier,
): SearchResult {
  const { terms, stemOf } = question;
  const { chunks } = readTotals(sql);
  const statistics = readTermStatistics(sql, terms, chunks);
  const filter = scopeFilter(sql, input);
  const byWords = findCandidates(sql, filter, {
    terms,
    rarer: rarerTerms(terms, statistics),
    count: RERANKED,
  });
  const { candidates, boostOf } = boostDefinitions(sql, filter, { ...question, statistics }, byWords);
  if (candidates.length === 0) return NOTHING;

  const ranked = bm25Scores(indexForms(terms), candidates);
  const scores = ranked.map((score, at) => score + boostOf(candidates[at]?.row ?? 0));
  const best = topIndexes(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), RERANKED));
  const meanLength = candidates.reduce((sum, { words }) => sum + words.length, 0) / candidates.length;
  const rows = passageRows(
    sql,
    best.map((at) => candidates[at]?.row ?? 0),
  );
  const countTerms = termCounter(terms, stemOf);
  const readSigns = featureExtractor(question, statistics);
  const passages: Passage[] = [];
  const signs: PassageFeatures[] = [];
  for (const [place, at] of best.entries()) {
    const candidate = candidates[at];
    const found = candidate && rows.get(candidate.row);
    if (!candidate || !found) continue;
    if (place < CONFIDENCE_OF_BEST)
      signs.push(
        readSigns({ ...candidate, relativeLength: candidate.words.length / Math.max(1, meanLength) }),
      );
    const { row: _, ...passage } = found;
    const count = countTerms(candidate.words);
    passages.push({
      ...passage,
      score: scores[at] ?? 0,
      matched: matchedSurfaces(input.query, terms, (term) => count(term) > 0),
    });
  }
  const findings = {
    best: signs,
    candidates,
    scores: candidates.map(({ score, assetScore }) => score + assetScore),
    chunksInScope: chunksInScope(sql, filter, chunks),
  };
  const coverage = termCoverage(terms, statistics, candidates[best[0] ?? 0] ?? NO_WORDS, stemOf);
  return { passages, confidence: judge(question, statistics, findings), coverage };
}
