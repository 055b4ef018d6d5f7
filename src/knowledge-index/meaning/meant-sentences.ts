import type { Semantic } from "../../semantic/api.ts";
import { likenessWeights, type Parts } from "./evidence-gate.ts";
import type { Pool } from "./pool.ts";
import type { AskedQuestion } from "./question-meaning.ts";
import { sentencesOf } from "../passage-sentences.ts";
import { softShares } from "./soft-sentences.ts";
import type { WordMatcher } from "./word-matches.ts";

/** What the sentences of a candidate mean. */
export interface Meant extends Omit<Parts, "words" | "names"> {
  /** What the best sentence's likeness is expected to be, where it is not known and that of others is. */
  readonly expected: number | null;
  /** The likeness of each sentence by its words; empty where nobody can tell. */
  readonly words: readonly number[];
  /** The likeness of each sentence, in the weight of `likenessWeight`. */
  readonly likeness: readonly number[];
  /** How well its most alike word stands for each term of the question, 0 to 1. */
  readonly held: Float32Array;
}

/** What a sentence's likeness counts in an answer: the larger of the two that the sentences of these passages may have. */
export function likenessWeight({ evidence, candidates, likenessOf }: Pool): number {
  const { like, use } = likenessWeights(evidence);
  return candidates.some(({ row }) => likenessOf(row) !== null) ? use : like;
}

export async function meantSentences(semantic: Semantic, pool: Pool, question: AskedQuestion, matches: WordMatcher): Promise<Meant[]> {
  const texts = pool.candidates.map(({ row }) => sentencesOf(pool.rows.get(row)?.text ?? ""));
  // With full evidence it has no weight; of other languages than English its table knows nothing.
  const byWords =
    pool.evidence < 1 && question.near !== null && question.near.size > 0 ? await semantic.likeness(question.query, texts.flat()) : null;
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

/** How far the likeness of a sentence follows that of its words. */
const FOLLOWS = 0.5;

/**
 * While some documents have their sentence vectors and others have them still to come, the others are judged as if theirs were as the known
 * ones usually are, more or less by their words: else whatever was uploaded last would stand behind all that came before.
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
