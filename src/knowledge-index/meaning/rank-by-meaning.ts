import type { Passage, SearchResult } from "../../domain/retrieval.ts";
import type { Semantic } from "../../semantic/api.ts";
import type { SearchInput } from "../api.ts";
import { passageConfidence } from "../confidence.ts";
import { matchedSurfaces, termCounter } from "../matched-terms.ts";
import { bestOf, rankScores } from "../rank.ts";
import { leastConfidence, meantConfidence, type Parts, scoreOf } from "./evidence-gate.ts";
import { likenessWeight, meantSentences } from "./meant-sentences.ts";
import { alikeIn } from "./alike-in.ts";
import type { Pool } from "./pool.ts";
import type { AskedQuestion } from "./question-meaning.ts";
import type { NearWords } from "./word-matches.ts";
import { softCounter, wordMatcher, type WordMatcher } from "./word-matches.ts";

const CONFIDENCE_OF_BEST = 3;
/** A score is above 0. */
const LEAST_SCORE = 1e-6;
const MOST_PASSAGES = 100;
const NO_PARTS = { words: 0, soft: 0, like: 0, use: null };

/** Ranks what was read by words and by meaning, one weighing more where the other tells less. */
export async function rankByMeaning(
  semantic: Semantic,
  pool: Pool,
  question: AskedQuestion,
  near: NearWords,
  input: SearchInput,
): Promise<SearchResult> {
  const matches = wordMatcher(question.terms, near, question.stemOf);
  const meant = await meantSentences(semantic, pool, question, matches);
  const words = rankScores(question.terms.map(({ term }) => term).join(" "), pool.candidates);
  const most = Math.max(...words) || 1;
  const parts = meant.map((each, at) => ({ ...each, words: (words[at] ?? 0) / most }));
  const scores = parts.map((each) => scoreOf(pool.evidence, each));
  const ranked = bestOf(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), MOST_PASSAGES));
  const passages = ranked.flatMap((at) => passageAt(pool, question, at, scores[at] ?? 0, meant[at]?.likeness ?? []));
  const best = ranked.slice(0, CONFIDENCE_OF_BEST).map((at) => ({
    confidence: confidenceAt(pool, question, matches, at),
    parts: parts[at] ?? NO_PARTS,
  }));
  return {
    passages,
    ...confidenceOf(pool.chunksInScope, best, near.size > 0),
    meaning: { likenessWeight: likenessWeight(pool), alike: alikeIn(passages, question.terms, matches) },
  };
}

/**
 * Of the best passages, and from which confidence on they answer. How much words tell differs from language to language: in others than English a
 * passage answers by its words, as where nothing is known of its meaning, or by its meaning with them.
 */
function confidenceOf(
  chunksInScope: number,
  best: readonly { confidence: number; parts: Parts }[],
  isEnglish: boolean,
): Pick<SearchResult, "confidence" | "leastConfidence"> {
  const least = leastConfidence(chunksInScope);
  const counted = isEnglish ? best : best.filter(({ parts }) => parts.use !== null);
  const meant = Math.max(0, ...counted.map(({ confidence, parts }) => meantConfidence(chunksInScope, confidence, parts)));
  if (isEnglish || meant >= least) return { confidence: meant, leastConfidence: least };
  return { confidence: Math.max(0, ...best.map(({ confidence }) => confidence)) };
}

function passageAt(pool: Pool, { query, terms, stemOf }: AskedQuestion, at: number, score: number, likeness: readonly number[]): Passage[] {
  const candidate = pool.candidates[at];
  const found = candidate && pool.rows.get(candidate.row);
  if (!candidate || !found) return [];
  const { row: _, ...passage } = found;
  const count = termCounter(terms, stemOf)(candidate.words);
  return [{ ...passage, score: Math.max(score, LEAST_SCORE), matched: matchedSurfaces(query, terms, (term) => count(term) > 0), likeness }];
}

function confidenceAt(pool: Pool, { terms }: AskedQuestion, matches: WordMatcher, at: number): number {
  const { words = "", title = "" } = pool.candidates[at] ?? {};
  const counts = softCounter(terms.length, matches)(`${words} ${title}`);
  return passageConfidence(terms, pool.statistics, {
    count: (_, term) => counts[term] ?? 0,
    relativeLength: words.length / pool.meanLength,
  });
}
