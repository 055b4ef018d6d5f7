import type { Passage, SearchResult } from "../domain/retrieval.ts";
import type { Semantic } from "../semantic/api.ts";
import type { SearchInput } from "./api.ts";
import { certaintyOf, type Judge } from "./answers-question/certainty.ts";
import { type PassageSigns, signReader } from "./answers-question/passage-signs.ts";
import { withDefining } from "./defining-passages.ts";
import { findCandidates } from "./find-candidates.ts";
import { matchedSurfaces, termCounter } from "./matched-terms.ts";
import { readPool } from "./meaning/pool.ts";
import type { AskedQuestion } from "./meaning/question-meaning.ts";
import { rankByMeaning } from "./meaning/rank-by-meaning.ts";
import { passageRows } from "./passage-rows.ts";
import { wordsAsKept } from "./query-words.ts";
import { bestOf, rankScores } from "./rank.ts";
import { chunksInScope, scopeFilter } from "./search-scope.ts";
import { rarerTerms, readTermStatistics } from "./term-statistics.ts";
import { readTotals } from "./totals.ts";

const RERANKED = 100;
const CONFIDENCE_OF_BEST = 3;
const NOTHING: SearchResult = { passages: [], confidence: 0 };

/**
 * @param question read before, so that the index reads run in one synchronous turn
 * @param judge another classifier, for fitting
 */
export async function searchIndexedPassages(
  sql: SqlStorage,
  semantic: Semantic,
  question: AskedQuestion,
  input: SearchInput,
  judge: Judge = certaintyOf,
): Promise<SearchResult> {
  const { terms, near } = question;
  if (terms.length === 0 || input.collectionIds.length + input.assetIds.length === 0) return NOTHING;
  if (near === null) return searchByWords(sql, question, input, judge);
  const pool = readPool(sql, input, question, near);
  return pool.candidates.length === 0 ? NOTHING : await rankByMeaning(semantic, pool, question, near, input, judge);
}

function searchByWords(sql: SqlStorage, question: AskedQuestion, input: SearchInput, judge: Judge): SearchResult {
  const { terms, stemOf } = question;
  const { chunks } = readTotals(sql);
  const statistics = readTermStatistics(sql, terms, chunks);
  const filter = scopeFilter(sql, input);
  const byWords = findCandidates(sql, filter, { terms, rarer: rarerTerms(terms, statistics), count: RERANKED });
  const { candidates, bonusOf } = withDefining(sql, filter, { ...question, statistics }, byWords);
  if (candidates.length === 0) return NOTHING;

  const ranked = rankScores(wordsAsKept(terms), candidates);
  const scores = ranked.map((score, at) => score + bonusOf(candidates[at]?.row ?? 0));
  const best = bestOf(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), RERANKED));
  const meanLength = candidates.reduce((sum, { words }) => sum + words.length, 0) / candidates.length;
  const rows = passageRows(
    sql,
    best.map((at) => candidates[at]?.row ?? 0),
  );
  const countTerms = termCounter(terms, stemOf);
  const readSigns = signReader(question, statistics);
  const passages: Passage[] = [];
  const signs: PassageSigns[] = [];
  for (const [place, at] of best.entries()) {
    const candidate = candidates[at];
    const found = candidate && rows.get(candidate.row);
    if (!candidate || !found) continue;
    if (place < CONFIDENCE_OF_BEST)
      signs.push(readSigns({ ...candidate, relativeLength: candidate.words.length / Math.max(1, meanLength) }));
    const { row: _, ...passage } = found;
    const count = countTerms(candidate.words);
    passages.push({ ...passage, score: scores[at] ?? 0, matched: matchedSurfaces(input.query, terms, (term) => count(term) > 0) });
  }
  const findings = {
    best: signs,
    found: candidates,
    scores: candidates.map(({ score, assetScore }) => score + assetScore),
    chunksInScope: chunksInScope(sql, filter, chunks),
  };
  return { passages, confidence: judge(question, statistics, findings) };
}
