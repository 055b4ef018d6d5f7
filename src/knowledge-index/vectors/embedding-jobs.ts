import { firstChunkRow } from "../slots.ts";
import { countVectors, vectorKey } from "./vector-blocks.ts";
import { codeBytes, isStoredWhole } from "./binary-codes.ts";
import { findSet, type VectorSet } from "./vector-sets.ts";

/**
 * Memory limit for the binary codes and row ids of an organization. Beyond it, documents get no vectors, and
 * searches find them by words.
 */
const MAX_RESIDENT_BYTES = 24 * 1024 * 1024;
const ROW_BYTES = 8;
const MAX_SMALL_VECTORS = 50_000;

export interface EmbeddingJob extends Record<string, SqlStorageValue> {
  readonly slot: number;
  readonly run: number;
  /** The first chunk without vectors. */
  readonly next: number;
  readonly chunks: number;
  /** The asset's id. */
  readonly id: string;
  readonly version: string;
}

// Selects active runs only, because the slot may meanwhile be hidden or contain another run.
const JOBS = `SELECT e.slot, e.run, e.next, a.chunks, a.id, a.version FROM embedding_job e
  JOIN asset a ON a.row = e.slot / 2 AND a.half = e.slot % 2 AND a.run = e.run AND a.version IS NOT NULL`;

/** Enqueues the run's chunks. Call it in the transaction that activates the run. */
export function enqueueEmbedding(sql: SqlStorage, slot: number, run: number): void {
  sql.exec("INSERT OR REPLACE INTO embedding_job (slot, run, next) VALUES (?, ?, 0)", slot, run);
}

/** Whether chunks wait for vectors and the memory limit allows more. */
export function hasEmbeddingJobs(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM embedding_job LIMIT 1").toArray().length > 0 && hasVectorCapacity(sql);
}

/** The time of the next batch, after `soonest` and the embedder's cool-down. Null if the queue is empty. */
export function embeddingDueAt(sql: SqlStorage, soonest: number): number | null {
  return hasEmbeddingJobs(sql) ? Math.max(soonest, getCoolDown(sql).resume_at) : null;
}

/** Consecutive failures of the embedder, and the end of its cool-down in epoch milliseconds. */
export function getCoolDown(sql: SqlStorage): { failures: number; resume_at: number } {
  return sql
    .exec<{ failures: number; resume_at: number }>("SELECT failures, resume_at FROM embedder_cool_down")
    .one();
}

export function saveCoolDown(sql: SqlStorage, failures: number, resumeAt: number): void {
  sql.exec("UPDATE embedder_cool_down SET failures = ?, resume_at = ?", failures, resumeAt);
}

/**
 * The next document in the queue; null if the queue is empty or the memory limit is reached. Deletes
 * completed and inactive entries.
 */
export function nextJob(sql: SqlStorage, onDone: (job: EmbeddingJob) => void): EmbeddingJob | null {
  if (!hasVectorCapacity(sql)) return null;
  for (const { slot } of sql
    .exec<{ slot: number }>("SELECT slot FROM embedding_job ORDER BY slot LIMIT 100")
    .toArray()) {
    const job = sql.exec<EmbeddingJob>(`${JOBS} WHERE e.slot = ?`, slot).toArray()[0];
    if (job !== undefined && job.next < job.chunks) return job;
    if (job !== undefined) onDone(job);
    sql.exec("DELETE FROM embedding_job WHERE slot = ?", slot);
  }
  return null;
}

/** Whether the job is unchanged since it was read. */
export function isUnchanged(sql: SqlStorage, { slot, run, next }: EmbeddingJob): boolean {
  const now = sql.exec<EmbeddingJob>(`${JOBS} WHERE e.slot = ?`, slot).toArray()[0];
  return now?.run === run && now.next === next;
}

/**
 * The next chunks. The text is empty if the chunk already has vectors in the set.
 * @param limit maximum number of chunks
 */
export function nextTexts(
  sql: SqlStorage,
  { slot, next }: EmbeddingJob,
  { half }: VectorSet,
  limit: number,
): { row: number; text: string; context: string | null }[] {
  const first = firstChunkRow(slot) + next;
  const select = `SELECT row, CASE WHEN EXISTS (SELECT 1 FROM chunk_vectors WHERE key = row * 2 + ?) THEN '' ELSE text END AS text, heading_context AS context FROM chunk
    WHERE row BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY row`;
  return sql
    .exec<{ row: number; text: string; context: string | null }>(
      select,
      vectorKey(0, half),
      first,
      first + limit - 1,
    )
    .toArray();
}

export function advance(sql: SqlStorage, { slot, next }: EmbeddingJob, chunks: number): void {
  sql.exec("UPDATE embedding_job SET next = ? WHERE slot = ?", next + chunks, slot);
}

/** Whether the memory limit allows more vectors. */
export function hasVectorCapacity(sql: SqlStorage): boolean {
  const set = findSet(sql, "current");
  return set === null || countVectors(sql, set.half) < maxVectors(set.dimensions);
}

/** Maximum number of vectors with these dimensions that an organization may have. */
export function maxVectors(dimensions: number): number {
  return isStoredWhole(dimensions)
    ? MAX_SMALL_VECTORS
    : Math.floor(MAX_RESIDENT_BYTES / (codeBytes(dimensions) + ROW_BYTES));
}
