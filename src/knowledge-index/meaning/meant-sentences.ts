import type { Semantic } from "../../semantic/api.ts";
import { likenessWeights, type Parts } from "./evidence-gate.ts";
import type { Pool } from "./pool.ts";
import type { AskedQuestion } from "./question-meaning.ts";
import { passageSentencesOf } from "../passage-sentences.ts";
import { softShares } from "./soft-sentences.ts";
import type { WordMatcher } from "./word-matches.ts";

/** Semantic scores of a candidate's sentences. */
export interface Meant extends Omit<Parts, "words" | "names"> {
  /**
   * Estimated similarity of the best sentence, if it has no sentence vector and other candidates have one.
   */
  readonly expected: number | null;
  /** Word-vector similarity of each sentence; empty without word vectors. */
  readonly words: readonly number[];
  /** Similarity of each sentence, scaled to the common weight. */
  readonly likeness: readonly number[];
  /** For each question term, the similarity of the closest word, 0 to 1. */
  readonly held: Float32Array;
}

/**
 * The common weight of sentence similarity: that of sentence vectors if any candidate has them, else that of
 * word vectors.
 */
export function likenessWeight({ evidence, candidates, likenessOf }: Pool): number {
  const { like, use } = likenessWeights(evidence);
  return candidates.some(({ row }) => likenessOf(row) !== null) ? use : like;
}

export async function meantSentences(semantic: Semantic, pool: Pool, question: AskedQuestion, matches: WordMatcher): Promise<Meant[]> {
  const texts = pool.candidates.map(({ row }) => passageSentencesOf(pool.rows.get(row)?.text ?? ""));
  // With full lexical evidence this score has no weight. The word table is English only.
  const byWords =
    pool.evidence < 1 && question.near !== null && question.near.size > 0
      ? await semantic.similarities(question.query, texts.flat())
      : null;
  const [weight, { like: ownWeight }] = [likenessWeight(pool), likenessWeights(pool.evidence)];
  let first = 0;
  const meant = texts.map((sentences, at): Meant => {
    const { row = -1, title = "" } = pool.candidates[at] ?? {};
    const like = byWords === null ? [] : [...byWords.subarray(first, first + sentences.length)];
    first += sentences.length;
    const use = pool.likenessOf(row);
    const { shares, held } = softShares(sentences, title, pool.idf, matches);
    return {
      soft: Math.max(0, ...shares),
      held,
      like: best(like),
      use: use === null ? null : best(use),
      expected: null,
      words: like,
      likeness: use ?? like.map((value) => (weight > 0 ? (value * ownWeight) / weight : 0)),
    };
  });
  return withExpected(meant);
}

/** Slope of the estimate: sentence-vector similarity for each unit of word-vector similarity. */
const FOLLOWS = 0.5;

/**
 * Estimates the similarity of candidates whose vectors are still in the queue, from the mean of the known
 * ones and the word-vector similarity. Without it, recent documents would always rank last.
 */
function withExpected(meant: readonly Meant[]): Meant[] {
  const known = meant.flatMap(({ use, like }) => (use === null ? [] : [use - FOLLOWS * like]));
  if (known.length === 0 || known.length === meant.length) return [...meant];
  const usual = known.reduce((sum, value) => sum + value, 0) / known.length;
  return meant.map((each) => {
    if (each.use !== null) return each;
    const expect = (like: number): number => usual + FOLLOWS * like;
    return { ...each, expected: expect(each.like), likeness: each.words.map(expect) };
  });
}

function best(likeness: readonly number[]): number {
  return likeness.length === 0 ? 0 : Math.max(...likeness);
}
