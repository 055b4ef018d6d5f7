import type { ScopeFilter } from "../query/search-scope.ts";
import { SLOT_BITS } from "../slots.ts";
import { dotProducts } from "./cosine-similarities.ts";
import type { ResidentCodes } from "./resident-codes.ts";
import { type SimilarityScale, toBuiltInScale } from "./similarity-scale.ts";
import { vectorKey } from "./vector-blocks.ts";
import { questionDirection } from "./vector-sum.ts";
import { sumOf, type VectorSet } from "./vector-sets.ts";

const NEAREST_CHUNKS = 100;
/**
 * Number of vectors that the binary codes select for an exact comparison. A large scope needs more, because
 * many of them may be out of scope.
 */
const COMPARED = 400;
const COMPARED_OF_LARGE_SCOPE = 1_000;

/** A query embedding with the vector set and binary codes to compare it with. */
export interface QueryEmbedding {
  readonly vector: Int8Array;
  readonly set: VectorSet;
  readonly codes: ResidentCodes;
}

/** The similarities of a chunk to a question, on the scale of the built-in model. */
export interface ChunkSimilarity {
  /** Similarity of each sentence. */
  readonly sentences: readonly number[];
  /** Mean of the best sentence and the best window. A passage of one sentence has no window. */
  readonly best: number;
}

type Stored = { key: number; sentences: number; vectors: ArrayBuffer };

/** The rows of the chunks in scope that are most similar, the best first. */
export function nearestChunks(
  sql: SqlStorage,
  filter: ScopeFilter,
  { vector, set, codes }: QueryEmbedding,
): number[] {
  const { tables, condition, values, isListed } = filter;
  codes.refresh(sql, set.half);
  const assets = isListed ? assetsIn(sql, filter) : null;
  const hasSmallScope = isListed || !tables.includes("inside");
  const rows = codes.nearest(vector, assets, hasSmallScope ? COMPARED : COMPARED_OF_LARGE_SCOPE);
  const inScope = condition.replaceAll("chunk_fts.rowid", "(v.key >> 1)");
  const select = `WITH RECURSIVE ${tables} SELECT v.key, v.sentences, v.vectors FROM json_each(?5) near CROSS JOIN chunk_vectors v ON v.key = near.value
    WHERE ${inScope} AND (v.key >> ${SLOT_BITS + 1}) NOT IN (SELECT slot FROM inactive_slot)`;
  const keys = JSON.stringify(rows.map((row) => vectorKey(row, set.half)));
  const compare = comparison(vector, set);
  return sql
    .exec<Stored>(select, ...values, keys)
    .toArray()
    .map((stored) => ({ row: Math.floor(stored.key / 2), score: compare(stored).best }))
    .sort((one, other) => other.score - one.score || one.row - other.row)
    .slice(0, NEAREST_CHUNKS)
    .map(({ row }) => row);
}

/** The similarity of each chunk. Chunks without vectors are missing in the map. */
export function chunkSimilarities(
  sql: SqlStorage,
  rows: readonly number[],
  { vector, set }: QueryEmbedding,
): ReadonlyMap<number, ChunkSimilarity> {
  const keys = JSON.stringify(rows.map((row) => vectorKey(row, set.half)));
  const select =
    "SELECT v.key, v.sentences, v.vectors FROM json_each(?) near CROSS JOIN chunk_vectors v ON v.key = near.value";
  const compare = comparison(vector, set);
  const found = sql.exec<Stored>(select, keys).toArray();
  return new Map(found.map((stored) => [Math.floor(stored.key / 2), compare(stored)]));
}

function comparison(question: Int8Array, set: VectorSet): (stored: Stored) => ChunkSimilarity {
  const direction = questionDirection(question, sumOf(set));
  const { mean, deviation } = set;
  const scale: SimilarityScale | null = mean === null || deviation === null ? null : { mean, deviation };
  return ({ sentences, vectors }) => {
    const all = [...dotProducts(direction, new Int8Array(vectors))].map((cosine) =>
      scale === null ? cosine : toBuiltInScale(cosine, scale),
    );
    const own = all.slice(0, sentences);
    const [sentence, window] = [Math.max(...own), Math.max(...all.slice(sentences))];
    return { sentences: own, best: window === -Infinity ? sentence : (sentence + window) / 2 };
  };
}

function assetsIn(sql: SqlStorage, { tables, values }: ScopeFilter): ReadonlySet<number> {
  const select = `WITH RECURSIVE ${tables} SELECT asset FROM held WHERE asset NOT IN left_out`;
  return new Set(
    sql
      .exec<{ asset: number }>(select, ...values)
      .toArray()
      .map(({ asset }) => asset),
  );
}
