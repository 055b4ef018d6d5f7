import type { Semantic } from "../../semantic/api.ts";
import { firstChunkRow } from "../slots.ts";

/** Of an organization: 3.2 MB. What comes later is found by its words. */
const MAX_BYTES = 50_000 * 64;
const CHUNKS_READ = 8;

export interface EncodingJob extends Record<string, SqlStorageValue> {
  readonly slot: number;
  readonly run: number;
  /** The first chunk without vectors. */
  readonly next: number;
  readonly chunks: number;
}

// Only what is searched: a slot that was hidden or taken by another run since is not.
const JOBS = `SELECT e.slot, e.run, e.next, a.chunks FROM encoding e
  JOIN asset a ON a.row = e.slot / 2 AND a.half = e.slot % 2 AND a.run = e.run AND a.version IS NOT NULL`;

/** Call it in the turn in which the run comes to be searched. */
export function orderVectors(sql: SqlStorage, slot: number, run: number): void {
  sql.exec("INSERT OR REPLACE INTO encoding VALUES (?, ?, 0)", slot, run);
}

/** Whether anything is to be encoded, and may be. */
export function isEncoding(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM encoding, encoded WHERE bytes < ? LIMIT 1", MAX_BYTES).toArray().length > 0;
}

/** The next document to be encoded; null: none, or there is no room. Forgets what is not searched any more. */
export function nextJob(sql: SqlStorage): EncodingJob | null {
  for (const { slot } of sql.exec<{ slot: number }>("SELECT slot FROM encoding ORDER BY slot LIMIT 100").toArray()) {
    if (!isEncoding(sql)) return null;
    const job = sql.exec<EncodingJob>(`${JOBS} WHERE e.slot = ?`, slot).toArray()[0];
    if (job !== undefined && job.next < job.chunks) return job;
    sql.exec("DELETE FROM encoding WHERE slot = ?", slot);
  }
  return null;
}

/** Whether nobody has changed anything since. */
export function isStillNext(sql: SqlStorage, { slot, run, next }: EncodingJob): boolean {
  const now = sql.exec<EncodingJob>(`${JOBS} WHERE e.slot = ?`, slot).toArray()[0];
  return now?.run === run && now.next === next;
}

export function textsFrom(sql: SqlStorage, { slot, next }: EncodingJob): { row: number; text: string }[] {
  const first = firstChunkRow(slot) + next;
  const select = "SELECT row, text FROM chunk WHERE row BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY row";
  return sql.exec<{ row: number; text: string }>(select, first, first + CHUNKS_READ - 1).toArray();
}

export function advance(sql: SqlStorage, { slot, next }: EncodingJob, chunks: number): void {
  sql.exec("UPDATE encoding SET next = ? WHERE slot = ?", next + chunks, slot);
}

/** Vectors of another encoder say nothing beside this one's: all are made anew. */
export function keepEncoder(sql: SqlStorage, { encoder }: Semantic): void {
  if (sql.exec<{ encoder: string }>("SELECT encoder FROM encoded").one().encoder === encoder) return;
  sql.exec("DELETE FROM sentence_vectors");
  sql.exec("INSERT OR REPLACE INTO encoding SELECT row * 2 + half, run, 0 FROM asset WHERE version IS NOT NULL");
  sql.exec("UPDATE encoded SET encoder = ?", encoder);
}
