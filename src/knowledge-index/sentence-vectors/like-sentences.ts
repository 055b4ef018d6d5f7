import { cosines } from "../../semantic/cosines.ts";
import type { ScopeFilter } from "../search-scope.ts";
import { SLOT_BITS } from "../slots.ts";
import { type Scale, scaled } from "./calibrate.ts";
import type { ResidentCodes } from "./resident-codes.ts";
import { keyOf } from "./vector-blocks.ts";
import type { VectorSet } from "./vector-sets.ts";

const BEST_CHUNKS = 50;
/** Every sentence is a little like every other: below this a chunk is not found by that alone. */
const MIN_SIMILARITY = 0.25;
/** So many sentences that may be near are compared exactly; more where many of them may prove to be out of scope. */
const COMPARED = 400;
const COMPARED_OF_LARGE_SCOPE = 1_000;

/** What a question means, and what it is compared with. */
export interface AskedVector {
  readonly vector: Int8Array;
  readonly set: VectorSet;
  readonly codes: ResidentCodes;
}

type Found = { key: number; vectors: ArrayBuffer };
export type FoundChunk = { readonly row: number; readonly score: number };

/** The chunks in scope whose best sentence means most what the question does. Some ten milliseconds for as many as an organization has. */
export function nearestChunks(sql: SqlStorage, filter: ScopeFilter, { vector, set, codes }: AskedVector): FoundChunk[] {
  const { tables, condition, values, isListed } = filter;
  codes.refresh(sql, set.half);
  const assets = isListed ? assetsIn(sql, filter) : null;
  const hasSmallScope = isListed || !tables.includes("inside");
  const rows = codes.nearest(vector, set.dimensions, assets, hasSmallScope ? COMPARED : COMPARED_OF_LARGE_SCOPE);
  const inScope = condition.replaceAll("chunk_fts.rowid", "(v.key >> 1)");
  const select = `WITH RECURSIVE ${tables} SELECT v.key, v.vectors FROM json_each(?5) near CROSS JOIN chunk_vectors v ON v.key = near.value
    WHERE ${inScope} AND (v.key >> ${SLOT_BITS + 1}) NOT IN (SELECT slot FROM hidden_run)`;
  const keys = JSON.stringify(rows.map((row) => keyOf(row, set.half)));
  const found = sql.exec<Found>(select, ...values, keys).toArray();
  const scored = found.map(({ key, vectors }) => ({ row: Math.floor(key / 2), score: Math.max(...likenessIn(vectors, vector, set)) }));
  const like = scored.filter(({ score }) => score >= MIN_SIMILARITY);
  return like.sort((one, other) => other.score - one.score || one.row - other.row).slice(0, BEST_CHUNKS);
}

/** How much each sentence of the chunks means what the question does. Chunks without vectors are not in it. */
export function likenessOfChunks(
  sql: SqlStorage,
  rows: readonly number[],
  { vector, set }: AskedVector,
): ReadonlyMap<number, readonly number[]> {
  const keys = JSON.stringify(rows.map((row) => keyOf(row, set.half)));
  const select = "SELECT v.key, v.vectors FROM json_each(?) near CROSS JOIN chunk_vectors v ON v.key = near.value";
  const found = sql.exec<Found>(select, keys).toArray();
  return new Map(found.map(({ key, vectors }) => [Math.floor(key / 2), likenessIn(vectors, vector, set)]));
}

function likenessIn(vectors: ArrayBuffer, question: Int8Array, { mean, deviation }: VectorSet): number[] {
  const scale: Scale | null = mean === null || deviation === null ? null : { mean, deviation };
  return [...cosines(question, new Int8Array(vectors))].map((cosine) => (scale === null ? cosine : scaled(cosine, scale)));
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
