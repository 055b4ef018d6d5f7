import { deleteVectors } from "../vectors/vector-blocks.ts";
import { CHUNKS_PER_RUN, documentRow, firstChunkRow } from "../slots.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

/** After this time without progress a staged run counts as abandoned. */
export const ABANDONED_MS = 10 * MS_PER_MINUTE;
const CHUNKS_PER_DELETION = 16;
const STALE = -1;

/**
 * A slot whose rows no search reads: a staged run, or a stale run that is being deleted. `chunks` counts the
 * rows in the slot.
 */
export interface InactiveSlot extends Record<string, SqlStorageValue> {
  readonly slot: number;
  readonly run: number;
  readonly version: string;
  /** The display name in the slot's rows. */
  readonly title: string;
  readonly chunks: number;
  readonly touched_at: number;
}

export function findInactiveSlot(sql: SqlStorage, slot: number): InactiveSlot | null {
  return (
    sql
      .exec<InactiveSlot>(
        "SELECT slot, run, version, title, chunks, touched_at FROM inactive_slot WHERE slot = ?",
        slot,
      )
      .toArray()[0] ?? null
  );
}

export function isStale(hidden: InactiveSlot): boolean {
  return hidden.touched_at === STALE;
}

export function stageSlot(
  sql: SqlStorage,
  hidden: Omit<InactiveSlot, "chunks" | "touched_at">,
  now: number,
): void {
  const insert =
    "INSERT INTO inactive_slot (slot, run, version, title, chunks, touched_at) VALUES (?, ?, ?, ?, 0, ?)";
  sql.exec(insert, hidden.slot, hidden.run, hidden.version, hidden.title, now);
}

/** Records progress: the slot now has this many chunks. */
export function recordSlotProgress(sql: SqlStorage, slot: number, chunks: number, now: number): void {
  sql.exec("UPDATE inactive_slot SET chunks = ?, touched_at = ? WHERE slot = ?", chunks, now, slot);
}

/** Hides a slot's rows from all searches immediately. A later slice deletes them. */
export function tombstoneSlot(sql: SqlStorage, slot: number, chunks: number): void {
  const upsert = `INSERT INTO inactive_slot (slot, run, version, title, chunks, touched_at) VALUES (?, 0, '', '', ?, ${STALE})
    ON CONFLICT (slot) DO UPDATE SET touched_at = ${STALE}`;
  sql.exec(upsert, slot, chunks);
}

export function releaseInactiveSlot(sql: SqlStorage, slot: number): void {
  sql.exec("DELETE FROM inactive_slot WHERE slot = ?", slot);
}

/**
 * Deletes some rows of a stale slot, from the last row to the first. The row of the whole document goes last
 * and may need a slice of its own.
 */
export function deleteSlotSlice(sql: SqlStorage, { slot, chunks }: InactiveSlot): void {
  if (chunks > 0) {
    const left = Math.max(0, chunks - CHUNKS_PER_DELETION);
    deleteChunks(sql, slot, left);
    sql.exec("UPDATE inactive_slot SET chunks = ? WHERE slot = ?", left, slot);
  } else {
    sql.exec("DELETE FROM asset_fts WHERE rowid = ?", documentRow(slot));
    releaseInactiveSlot(sql, slot);
  }
}

/** @param from the first ordinal to delete */
export function deleteChunks(sql: SqlStorage, slot: number, from: number): void {
  // Durable Object SQL binds numbers as reals, and FTS5 accepts only integers as row id bounds. Without the
  // cast, FTS5 would read the whole table.
  const rows = "BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";
  const [first, last] = [firstChunkRow(slot) + from, firstChunkRow(slot) + CHUNKS_PER_RUN - 1];
  sql.exec(`DELETE FROM chunk_fts WHERE rowid ${rows}`, first, last);
  sql.exec(`DELETE FROM chunk WHERE row ${rows}`, first, last);
  deleteVectors(sql, first, last);
}

/** A stale or abandoned slot; null if no slot needs a cleanup. */
export function findStaleSlot(sql: SqlStorage, now: number): InactiveSlot | null {
  const select =
    "SELECT slot, run, version, title, chunks, touched_at FROM inactive_slot WHERE touched_at <= ? ORDER BY touched_at LIMIT 1";
  return sql.exec<InactiveSlot>(select, now - ABANDONED_MS).toArray()[0] ?? null;
}

/**
 * When the next cleanup is due: now if a slot is stale, else when the oldest staged run counts as abandoned.
 * Null if nothing needs a cleanup.
 */
export function staleSlotDueAt(sql: SqlStorage, now: number): number | null {
  const { first } = sql
    .exec<{ first: number | null }>("SELECT min(touched_at) AS first FROM inactive_slot")
    .one();
  return first === null ? null : Math.max(now, first + ABANDONED_MS);
}
