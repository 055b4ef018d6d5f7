import type { Embedder } from "../../models/embedder.ts";
import type { ReportedEmbedding } from "../../storage/d1/assets/embeddings.ts";
import { firstChunkRow, CHUNKS_PER_RUN } from "../slots.ts";
import { type EncodingJob, hasRoom } from "./encoding-queue.ts";
import { blockKeyOf } from "./vector-blocks.ts";
import { findSet, type VectorSet } from "./vector-sets.ts";

type Report = ReportedEmbedding & Record<string, SqlStorageValue>;
const REPORTS_AT_ONCE = 100;
const FULL_AT_ONCE = 1_000;

/**
 * Enqueues a report to D1 in the transaction that changes the state. It replaces an earlier report of the
 * asset.
 */
export function orderReport(sql: SqlStorage, { assetId, model, version, state, reason }: Omit<ReportedEmbedding, "at">): void {
  const insert = "INSERT OR REPLACE INTO embedding_report VALUES (?, ?, ?, ?, ?, ?, 0)";
  sql.exec(insert, assetId, model, version, state, reason, Date.now());
}

/** Reports the final state of a document whose chunks are all processed. */
export function reportEncoded(sql: SqlStorage, { slot, id: assetId, version }: EncodingJob, set: VectorSet, embedder: Embedder): void {
  const [first, last] = [firstChunkRow(slot), firstChunkRow(slot) + CHUNKS_PER_RUN - 1];
  const has = (more: string): boolean => {
    const select = `SELECT 1 FROM chunk_vectors WHERE key BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND key % 2 = ? ${more} LIMIT 1`;
    return sql.exec(select, blockKeyOf(first, 0), blockKeyOf(last, 1), set.half).toArray().length > 0;
  };
  const about = { assetId, version, model: set.name };
  // Zero vectors come from texts that the model rejected or that contain no known token.
  if (has("AND vectors <> zeroblob(length(vectors))")) orderReport(sql, { ...about, state: "ready", reason: "" });
  else if (embedder.isBuiltIn || !has("")) orderReport(sql, { ...about, state: "none", reason: "" });
  else orderReport(sql, { ...about, state: "failed", reason: "refused" });
}

/**
 * Reports each queued document once as over the limit. If space becomes free, the document is embedded after
 * all.
 */
export function reportFull(sql: SqlStorage, { name: model }: Embedder): void {
  if (findSet(sql, "current")?.name !== model || !isFull(sql)) return;
  const waiting = `SELECT slot FROM encoding WHERE told = 0 ORDER BY slot LIMIT ${FULL_AT_ONCE}`;
  const report = `INSERT OR REPLACE INTO embedding_report
    SELECT a.id, ?, a.version, 'failed', 'full', ?, 0 FROM encoding e
    JOIN asset a ON a.row = e.slot / 2 AND a.half = e.slot % 2 AND a.run = e.run AND a.version IS NOT NULL
    WHERE e.next < a.chunks AND e.slot IN (${waiting})`;
  sql.exec(report, model, Date.now());
  sql.exec(`UPDATE encoding SET told = 1 WHERE slot IN (${waiting})`);
}

/** The time of the next report, not before `soonest`. Null: nothing to report. */
export function reportsDue(sql: SqlStorage, soonest: number): number | null {
  if (isFull(sql)) return soonest;
  const { due } = sql.exec<{ due: number | null }>("SELECT min(due_at) AS due FROM embedding_report").one();
  return due === null ? null : Math.max(due, soonest);
}

export function listDueReports(sql: SqlStorage, now: number): Report[] {
  const select = `SELECT asset_id AS assetId, model, version, state, reason, at FROM embedding_report WHERE due_at <= ? LIMIT ${REPORTS_AT_ONCE}`;
  return sql.exec<Report>(select, now).toArray();
}

/** Deletes the report unless a newer one has replaced it. */
export function forgetReport(sql: SqlStorage, { assetId, model, version, state, at }: Report): void {
  const remove = "DELETE FROM embedding_report WHERE asset_id = ? AND model = ? AND version = ? AND state = ? AND at = ?";
  sql.exec(remove, assetId, model, version, state, at);
}

export function postponeReports(sql: SqlStorage, dueAt: number): void {
  sql.exec("UPDATE embedding_report SET due_at = ?", dueAt);
}

/** Whether queued documents over the limit are not yet reported. */
function isFull(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM encoding WHERE told = 0 LIMIT 1").toArray().length > 0 && !hasRoom(sql);
}
