import { binaryCodes } from "./binary-codes.ts";
import { meanOf } from "./vector-sum.ts";
import { findSet, findSetOfHalf, sumOf, type VectorSet } from "./vector-sets.ts";

/** A block with this many vectors is full. A chunk adds at most 96. */
const BLOCK_VECTORS = 1_024;
const ROW_BYTES = 8;

/** The concatenated vectors of a chunk: its sentences, then its windows. */
export interface ChunkVectors {
  readonly row: number;
  readonly sentences: number;
  readonly vectors: Int8Array;
}

interface Block extends Record<string, SqlStorageValue> {
  readonly id: number;
  readonly half: number;
  /** Number of vectors ever added to the block. */
  readonly vectors: number;
  /** Number of vectors that are still in use. */
  readonly live: number;
}

type Stored = { key: number; sentences: number; vectors: ArrayBuffer };

export function vectorKey(row: number, half: number): number {
  return row * 2 + half;
}

/** Replaces earlier vectors of the chunks. Call it within a transaction. */
export function addVectors(sql: SqlStorage, set: VectorSet, chunks: readonly ChunkVectors[]): void {
  for (const { row } of chunks) deleteVectors(sql, row, row, set.half);
  for (let first = 0; first < chunks.length;) {
    const block = openBlock(sql, set);
    let [last, room] = [first, BLOCK_VECTORS - block.vectors];
    while (last < chunks.length && room > 0) room -= (chunks[last++]?.vectors.length ?? 0) / set.dimensions;
    append(sql, set, block, chunks.slice(first, last));
    first = last;
  }
}

/**
 * Deletes the vectors of chunks. `half` limits the deletion to one set.
 * @param first first chunk row
 * @param last last chunk row
 */
export function deleteVectors(sql: SqlStorage, first: number, last: number, half?: number): void {
  const where = "key BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";
  const range = [vectorKey(first, half ?? 0), vectorKey(last, half ?? 1)];
  const fewer = `SELECT c.block, sum(length(c.vectors)) / s.dimensions AS vectors FROM chunk_vectors c
    JOIN vector_block b ON b.id = c.block JOIN vector_set s ON s.half = b.half WHERE ${where} GROUP BY c.block`;
  for (const { block, vectors } of sql.exec<{ block: number; vectors: number }>(fewer, ...range).toArray()) {
    sql.exec("UPDATE vector_block SET live = live - ? WHERE id = ?", vectors, block);
  }
  sql.exec(`DELETE FROM chunk_vectors WHERE ${where}`, ...range);
}

/** Vectors of a set. */
export function countVectors(sql: SqlStorage, half: number): number {
  return sql
    .exec<{ n: number }>("SELECT coalesce(sum(live), 0) AS n FROM vector_block WHERE half = ?", half)
    .one().n;
}

/** Whether a dropped set or a mostly empty block exists. */
export function needsCompaction(sql: SqlStorage): boolean {
  return (
    sql.exec("SELECT 1 FROM vector_set WHERE role = 'dropped' LIMIT 1").toArray().length > 0 ||
    findSparse(sql) !== null
  );
}

/**
 * Compacts one block in about 10 ms. Call it within a transaction.
 * @returns whether there was work to do
 */
export function compactVectorBlock(sql: SqlStorage): boolean {
  const gone = findSet(sql, "dropped");
  if (gone !== null) {
    const id = sql
      .exec<{ id: number }>("SELECT id FROM vector_block WHERE half = ? LIMIT 1", gone.half)
      .toArray()[0]?.id;
    if (id === undefined) sql.exec("DELETE FROM vector_set WHERE half = ?", gone.half);
    else dropBlock(sql, id, gone.half);
    return true;
  }
  const loose = findSparse(sql);
  if (loose === null) return false;
  const set = findSetOfHalf(sql, loose.half);
  const left = storedIn(sql, loose.id, loose.half).map(({ key, sentences, vectors }) => ({
    row: Math.floor(key / 2),
    sentences,
    vectors: new Int8Array(vectors),
  }));
  dropBlock(sql, loose.id, loose.half);
  addVectors(sql, set, left);
  return true;
}

/** A full block with less than half of its vectors in use, or an empty block. */
function findSparse(sql: SqlStorage): Block | null {
  const select = `SELECT id, half, vectors, live FROM vector_block WHERE live <= 0 OR (vectors >= ${BLOCK_VECTORS} AND live * 2 < vectors) LIMIT 1`;
  return sql.exec<Block>(select).toArray()[0] ?? null;
}

/** Ids are random and never reused, because caches identify a block by its id. */
function openBlock(sql: SqlStorage, set: VectorSet): Block {
  const { half } = set;
  const select = `SELECT id, half, vectors, live FROM vector_block WHERE half = ? AND vectors < ${BLOCK_VECTORS} LIMIT 1`;
  const open = sql.exec<Block>(select, half).toArray()[0];
  if (open !== undefined) return open;
  const made = sql
    .exec<Block>(
      "INSERT INTO vector_block VALUES (abs(random()) >> 12, ?, 0, 0) RETURNING id, half, vectors, live",
      half,
    )
    .one();
  const center = meanOf(sumOf(set));
  sql.exec("INSERT INTO vector_codes VALUES (?, x'', x'', ?)", made.id, center.buffer as ArrayBuffer);
  return made;
}

function append(
  sql: SqlStorage,
  { half, dimensions }: VectorSet,
  block: Block,
  chunks: readonly ChunkVectors[],
): void {
  const counts = chunks.map(({ vectors }) => vectors.length / dimensions);
  const more = counts.reduce((sum, count) => sum + count, 0);
  const rows = new Float64Array(more);
  let at = 0;
  for (const [nth, { row, sentences, vectors }] of chunks.entries()) {
    rows.fill(row, at, (at += counts[nth] ?? 0));
    const insert = "INSERT INTO chunk_vectors VALUES (?, ?, ?, ?)";
    sql.exec(insert, vectorKey(row, half), block.id, sentences, bytesOf(vectors));
  }
  const held = sql
    .exec<{ rows: ArrayBuffer; codes: ArrayBuffer; center: ArrayBuffer }>(
      "SELECT rows, codes, center FROM vector_codes WHERE block = ?",
      block.id,
    )
    .one();
  const center = new Float32Array(held.center);
  const codes = chunks.map(({ vectors }) => binaryCodes(vectors, center));
  const all = [
    joined([new Uint8Array(held.rows), new Uint8Array(rows.buffer)]),
    joined([new Uint8Array(held.codes), ...codes]),
  ] as const;
  sql.exec("UPDATE vector_codes SET rows = ?, codes = ? WHERE block = ?", ...all, block.id);
  sql.exec(
    "UPDATE vector_block SET vectors = vectors + ?, live = live + ? WHERE id = ?",
    more,
    more,
    block.id,
  );
}

/** The remaining vectors of a block, without chunks that have moved to another block. */
function storedIn(sql: SqlStorage, block: number, half: number): Stored[] {
  const rows = sql
    .exec<{ rows: ArrayBuffer }>("SELECT rows FROM vector_codes WHERE block = ?", block)
    .one().rows;
  const keys = [...new Set(new Float64Array(rows, 0, Math.floor(rows.byteLength / ROW_BYTES)))].map((row) =>
    vectorKey(row, half),
  );
  const select =
    "SELECT c.key, c.sentences, c.vectors FROM json_each(?) j JOIN chunk_vectors c ON c.key = j.value WHERE c.block = ?";
  return sql.exec<Stored>(select, JSON.stringify(keys), block).toArray();
}

function dropBlock(sql: SqlStorage, block: number, half: number): void {
  const keys = storedIn(sql, block, half).map(({ key }) => key);
  sql.exec("DELETE FROM chunk_vectors WHERE key IN (SELECT value FROM json_each(?))", JSON.stringify(keys));
  sql.exec("DELETE FROM vector_codes WHERE block = ?", block);
  sql.exec("DELETE FROM vector_block WHERE id = ?", block);
}

function bytesOf(vectors: Int8Array): ArrayBuffer {
  return vectors.buffer.slice(vectors.byteOffset, vectors.byteOffset + vectors.byteLength) as ArrayBuffer;
}

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
}
