import { cosineSimilarities } from "../../semantic/cosine-similarities.ts";
import type { ScopeFilter } from "../query/search-scope.ts";
import { SLOT_BITS } from "../slots.ts";
import { type SimilarityScale, toBuiltInScale } from "./similarity-scale.ts";
import type { ResidentCodes } from "./resident-codes.ts";
import { vectorKey } from "./vector-blocks.ts";
import type { VectorSet } from "./vector-sets.ts";

const BEST_CHUNKS = 50;
/** Minimum similarity of a chunk found by vectors alone, because all sentences are a little similar. */
const MIN_SIMILARITY = 0.25;
/**
 * Number of ANN candidates that get an exact comparison. A large scope needs more, because many candidates
 * may be out of scope.
 */
const COMPARED = 400;
const COMPARED_OF_LARGE_SCOPE = 1_000;

/** A query embedding with the vector set and binary codes to compare it with. */
export interface QueryEmbedding {
  readonly vector: Int8Array;
  readonly set: VectorSet;
  readonly codes: ResidentCodes;
}

type Found = { key: number; vectors: ArrayBuffer };
export type ScoredChunk = { readonly row: number; readonly score: number };

/**
 * The chunks in scope with the most similar sentences. Takes about 10 ms at the maximum number of vectors.
 */
export function nearestChunks(
  sql: SqlStorage,
  filter: ScopeFilter,
  { vector, set, codes }: QueryEmbedding,
): ScoredChunk[] {
  const { tables, condition, values, isListed } = filter;
  codes.refresh(sql, set.half);
  const assets = isListed ? assetsIn(sql, filter) : null;
  const hasSmallScope = isListed || !tables.includes("inside");
  const rows = codes.nearest(
    vector,
    set.dimensions,
    assets,
    hasSmallScope ? COMPARED : COMPARED_OF_LARGE_SCOPE,
  );
  const inScope = condition.replaceAll("chunk_fts.rowid", "(v.key >> 1)");
  const select = `WITH RECURSIVE ${tables} SELECT v.key, v.vectors FROM json_each(?5) near CROSS JOIN chunk_vectors v ON v.key = near.value
    WHERE ${inScope} AND (v.key >> ${SLOT_BITS + 1}) NOT IN (SELECT slot FROM inactive_slot)`;
  const keys = JSON.stringify(rows.map((row) => vectorKey(row, set.half)));
  const found = sql.exec<Found>(select, ...values, keys).toArray();
  const scored = found.map(({ key, vectors }) => ({
    row: Math.floor(key / 2),
    score: Math.max(...similaritiesIn(vectors, vector, set)),
  }));
  const like = scored.filter(({ score }) => score >= MIN_SIMILARITY);
  return like.sort((one, other) => other.score - one.score || one.row - other.row).slice(0, BEST_CHUNKS);
}

/**
 * The similarity of each sentence of the chunks to the question. Chunks without vectors are missing in the
 * map.
 */
export function chunkSimilarities(
  sql: SqlStorage,
  rows: readonly number[],
  { vector, set }: QueryEmbedding,
): ReadonlyMap<number, readonly number[]> {
  const keys = JSON.stringify(rows.map((row) => vectorKey(row, set.half)));
  const select =
    "SELECT v.key, v.vectors FROM json_each(?) near CROSS JOIN chunk_vectors v ON v.key = near.value";
  const found = sql.exec<Found>(select, keys).toArray();
  return new Map(
    found.map(({ key, vectors }) => [Math.floor(key / 2), similaritiesIn(vectors, vector, set)]),
  );
}

function similaritiesIn(vectors: ArrayBuffer, question: Int8Array, { mean, deviation }: VectorSet): number[] {
  const scale: SimilarityScale | null = mean === null || deviation === null ? null : { mean, deviation };
  return [...cosineSimilarities(question, new Int8Array(vectors))].map((cosine) =>
    scale === null ? cosine : toBuiltInScale(cosine, scale),
  );
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
