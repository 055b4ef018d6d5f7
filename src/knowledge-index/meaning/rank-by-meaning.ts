import type { Passage, SearchResult } from "../../domain/retrieval.ts";
import type { Semantic } from "../../semantic/api.ts";
import type { SearchInput } from "../api.ts";
import type { Findings, Judge, MeaningSigns } from "../answers-question/certainty.ts";
import { namesReader, type PassageSigns, signReader } from "../answers-question/passage-signs.ts";
import { passageConfidence } from "../confidence.ts";
import { matchedSurfaces, termCounter } from "../matched-terms.ts";
import { wordsAsKept } from "../query-words.ts";
import { bestOf, rankScores } from "../rank.ts";
import { scoreOf } from "./evidence-gate.ts";
import { likenessWeight, type Meant, meantSentences } from "./meant-sentences.ts";
import { alikeIn } from "./alike-in.ts";
import type { Pool } from "./pool.ts";
import type { AskedQuestion } from "./question-meaning.ts";
import type { NearWords } from "./word-matches.ts";
import { softCounter, wordMatcher, type WordMatcher } from "./word-matches.ts";

const CONFIDENCE_OF_BEST = 3;
/** Scores are above 0. */
const MIN_SCORE = 1e-6;
const MAX_PASSAGES = 100;
const NO_WORDS = { words: "", title: "" };

/**
 * Combines lexical and semantic scores. The weaker the lexical evidence, the more the semantic scores count.
 */
export async function rankByMeaning(
  semantic: Semantic,
  pool: Pool,
  question: AskedQuestion,
  near: NearWords,
  input: SearchInput,
  judge: Judge,
): Promise<SearchResult> {
  const matches = wordMatcher(question.terms, near, question.stemOf);
  const meant = await meantSentences(semantic, pool, question, matches);
  const words = rankScores(wordsAsKept(question.terms), pool.candidates);
  const most = Math.max(...words) || 1;
  // With full lexical evidence this score has no weight.
  const namesIn = pool.evidence < 1 ? namesReader(question, pool.statistics) : null;
  const namesAt = (at: number): number => namesIn?.(pool.candidates[at] ?? NO_WORDS) ?? 0;
  const parts = meant.map((each, at) => ({ ...each, words: (words[at] ?? 0) / most, names: namesAt(at) }));
  const scores = parts.map(
    (each, at) => scoreOf(pool.evidence, { ...each, use: each.use ?? each.expected }) + pool.bonusOf(pool.candidates[at]?.row ?? 0),
  );
  const ranked = bestOf(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), MAX_PASSAGES));
  const readSigns = signReader(question, pool.statistics);
  const signsAt = (at: number): PassageSigns & MeaningSigns => {
    const { words: text = "", title = "" } = pool.candidates[at] ?? {};
    const { soft = 0, use = null } = parts[at] ?? {};
    const signs = readSigns({ words: text, title, relativeLength: text.length / pool.meanLength });
    return { ...signs, alikeMass: alikeMassAt(pool, question, matches, at), soft, ...(use === null ? {} : { use }) };
  };
  const passages = ranked.flatMap((at) => passageAt(pool, question, at, scores[at] ?? 0, meant[at]?.likeness ?? []));
  return {
    passages,
    confidence: confidenceOf(
      pool,
      question,
      ranked.slice(0, CONFIDENCE_OF_BEST).map((at) => signsAt(at)),
      { isEnglish: near.size > 0, held: heldOf(question, near, meant), judge },
    ),
    meaning: { similarityWeight: likenessWeight(pool), similarWords: alikeIn(passages, question.terms, matches) },
  };
}

/**
 * In languages other than English the lexical classifier and the semantic one both run, and the higher
 * probability counts.
 */
function confidenceOf(
  pool: Pool,
  question: AskedQuestion,
  best: readonly (PassageSigns & MeaningSigns)[],
  { isEnglish, held, judge }: { isEnglish: boolean; held: readonly number[]; judge: Judge },
): number {
  const scores = pool.candidates.map(({ score, assetScore }) => score + assetScore);
  const sure = (signs: Findings["best"]): number =>
    judge(question, pool.statistics, {
      best: signs,
      found: pool.candidates,
      scores,
      chunksInScope: pool.chunksInScope,
      held: isEnglish ? held : undefined,
    });
  if (isEnglish) return sure(best);
  const byWords = sure(best.map(({ mass, rare, names, grams }) => ({ mass, rare, names, grams })));
  return best.some(({ use }) => use !== undefined) ? Math.max(sure(best), byWords) : byWords;
}

/**
 * For each term, the similarity of the closest word in all candidates. Words that the table does not know
 * count as covered, because they may be misspelled.
 */
function heldOf({ terms }: AskedQuestion, near: NearWords, meant: readonly Meant[]): number[] {
  return terms.map(({ term }, at) => (near.has(term) ? Math.max(0, ...meant.map(({ held }) => held[at] ?? 0)) : 1));
}

function passageAt(pool: Pool, { query, terms, stemOf }: AskedQuestion, at: number, score: number, likeness: readonly number[]): Passage[] {
  const candidate = pool.candidates[at];
  const found = candidate && pool.rows.get(candidate.row);
  if (!candidate || !found) return [];
  const { row: _, ...passage } = found;
  const count = termCounter(terms, stemOf)(candidate.words);
  return [
    {
      ...passage,
      score: Math.max(score, MIN_SCORE),
      matched: matchedSurfaces(query, terms, (term) => count(term) > 0),
      similarities: likeness,
    },
  ];
}

function alikeMassAt(pool: Pool, { terms }: AskedQuestion, matches: WordMatcher, at: number): number {
  const { words = "", title = "" } = pool.candidates[at] ?? {};
  const counts = softCounter(terms.length, matches)(`${words} ${title}`);
  return passageConfidence(terms, pool.statistics, {
    count: (_, term) => counts[term] ?? 0,
    relativeLength: words.length / pool.meanLength,
  });
}
