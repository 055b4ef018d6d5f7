import type { Embedder } from "../../models/embedder.ts";
import type { ReportedEmbedding } from "../../storage/d1/assets/embeddings.ts";
import { firstChunkRow, CHUNKS_PER_RUN } from "../slots.ts";
import { type EmbeddingJob, hasVectorCapacity } from "./embedding-jobs.ts";
import { vectorKey } from "./vector-blocks.ts";
import { findSet, type VectorSet, vectorSetName } from "./vector-sets.ts";

type Report = ReportedEmbedding & Record<string, SqlStorageValue>;
const MAX_REPORTS_PER_BATCH = 100;
const MAX_OVER_LIMIT_PER_CALL = 1_000;

/**
 * Enqueues a report to D1 in the transaction that changes the state. The report replaces an earlier report of
 * the asset.
 */
export function enqueueEmbeddingReport(
  sql: SqlStorage,
  { assetId, model, version, state, reason, percent }: Omit<ReportedEmbedding, "at">,
): void {
  const insert = "INSERT OR REPLACE INTO embedding_report VALUES (?, ?, ?, ?, ?, ?, ?, 0)";
  sql.exec(insert, assetId, model, version, state, reason, percent, Date.now());
}

/** Reports the final state of a document whose chunks are all processed. */
export function reportEmbedded(
  sql: SqlStorage,
  { slot, id: assetId, version }: EmbeddingJob,
  set: VectorSet,
  embedder: Embedder,
): void {
  const [first, last] = [firstChunkRow(slot), firstChunkRow(slot) + CHUNKS_PER_RUN - 1];
  const has = (more: string): boolean => {
    const select = `SELECT 1 FROM chunk_vectors WHERE key BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND key % 2 = ? ${more} LIMIT 1`;
    return sql.exec(select, vectorKey(first, 0), vectorKey(last, 1), set.half).toArray().length > 0;
  };
  const about = { assetId, version, model: embedder.name };
  // Zero vectors come from texts that the model rejected or that contain no known token.
  if (has("AND vectors <> zeroblob(length(vectors))"))
    enqueueEmbeddingReport(sql, { ...about, state: "ready", reason: "", percent: 100 });
  else if (embedder.isBuiltIn || !has(""))
    enqueueEmbeddingReport(sql, { ...about, state: "none", reason: "", percent: 0 });
  else enqueueEmbeddingReport(sql, { ...about, state: "failed", reason: "refused", percent: 0 });
}

/** Reports how far the document is that is being embedded. */
export function reportProgress(sql: SqlStorage, { name: model }: Embedder): void {
  const report = `INSERT OR REPLACE INTO embedding_report
    SELECT a.id, ?, a.version, 'pending', '', 100 * e.next / a.chunks, ?, 0 FROM embedding_job e
    JOIN asset a ON a.row = e.slot / 2 AND a.half = e.slot % 2 AND a.run = e.run AND a.version IS NOT NULL
    WHERE e.next BETWEEN 1 AND a.chunks - 1 ORDER BY e.slot LIMIT 1`;
  sql.exec(report, model, Date.now());
}

/**
 * Reports each queued document once as over the limit. The document stays in the queue and is embedded if
 * space becomes free.
 */
export function reportOverLimit(sql: SqlStorage, embedder: Embedder): void {
  if (findSet(sql, "current")?.name !== vectorSetName(embedder) || !isOverLimit(sql)) return;
  const waiting = `SELECT slot FROM embedding_job WHERE reported = 0 ORDER BY slot LIMIT ${MAX_OVER_LIMIT_PER_CALL}`;
  const report = `INSERT OR REPLACE INTO embedding_report
    SELECT a.id, ?, a.version, 'failed', 'full', 100 * e.next / a.chunks, ?, 0 FROM embedding_job e
    JOIN asset a ON a.row = e.slot / 2 AND a.half = e.slot % 2 AND a.run = e.run AND a.version IS NOT NULL
    WHERE e.next < a.chunks AND e.slot IN (${waiting})`;
  sql.exec(report, embedder.name, Date.now());
  sql.exec(`UPDATE embedding_job SET reported = 1 WHERE slot IN (${waiting})`);
}

/** The time of the next report, not before `soonest`. Null if there is no report. */
export function reportsDueAt(sql: SqlStorage, soonest: number): number | null {
  if (isOverLimit(sql)) return soonest;
  const { due } = sql.exec<{ due: number | null }>("SELECT min(due_at) AS due FROM embedding_report").one();
  return due === null ? null : Math.max(due, soonest);
}

export function listDueReports(sql: SqlStorage, now: number): Report[] {
  const select = `SELECT asset_id AS assetId, model, version, state, reason, percent, at FROM embedding_report WHERE due_at <= ? LIMIT ${MAX_REPORTS_PER_BATCH}`;
  return sql.exec<Report>(select, now).toArray();
}

/** Deletes the report unless a newer one has replaced it. */
export function deleteReport(sql: SqlStorage, { assetId, model, version, state, at }: Report): void {
  const remove =
    "DELETE FROM embedding_report WHERE asset_id = ? AND model = ? AND version = ? AND state = ? AND at = ?";
  sql.exec(remove, assetId, model, version, state, at);
}

export function postponeReports(sql: SqlStorage, dueAt: number): void {
  sql.exec("UPDATE embedding_report SET due_at = ?", dueAt);
}

/** Whether queued documents are over the limit and not yet reported. */
function isOverLimit(sql: SqlStorage): boolean {
  return (
    sql.exec("SELECT 1 FROM embedding_job WHERE reported = 0 LIMIT 1").toArray().length > 0 &&
    !hasVectorCapacity(sql)
  );
}
