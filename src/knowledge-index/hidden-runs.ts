import { forgetVectors } from "./sentence-vectors/vector-blocks.ts";
import { CHUNKS_PER_RUN, documentRow, firstChunkRow } from "./slots.ts";

/** A run whose caller has not gone on with it for so long is forgotten. */
export const ABANDONED_MS = 10 * 60_000;
const DELETED_AT_ONCE = 16;
const STALE = -1;

/** Rows that no search sees: of a run on its way in, or, when stale, of one on its way out. `chunks` are the rows in the slot. */
export interface HiddenRun extends Record<string, SqlStorageValue> {
  readonly slot: number;
  readonly run: number;
  readonly version: string;
  /** The display name that the rows were written with. */
  readonly title: string;
  readonly chunks: number;
  readonly touched_at: number;
}

export function findHidden(sql: SqlStorage, slot: number): HiddenRun | null {
  return (
    sql.exec<HiddenRun>("SELECT slot, run, version, title, chunks, touched_at FROM hidden_run WHERE slot = ?", slot).toArray()[0] ?? null
  );
}

export function isStale(hidden: HiddenRun): boolean {
  return hidden.touched_at === STALE;
}

export function hideNew(sql: SqlStorage, hidden: Omit<HiddenRun, "chunks" | "touched_at">, now: number): void {
  const insert = "INSERT INTO hidden_run (slot, run, version, title, chunks, touched_at) VALUES (?, ?, ?, ?, 0, ?)";
  sql.exec(insert, hidden.slot, hidden.run, hidden.version, hidden.title, now);
}

/** Notes that the slot holds so many chunks now. */
export function touch(sql: SqlStorage, slot: number, chunks: number, now: number): void {
  sql.exec("UPDATE hidden_run SET chunks = ?, touched_at = ? WHERE slot = ?", chunks, now, slot);
}

/** Takes a slot's rows out of every search at once; they are deleted later. */
export function hideOld(sql: SqlStorage, slot: number, chunks: number): void {
  const upsert = `INSERT INTO hidden_run (slot, run, version, title, chunks, touched_at) VALUES (?, 0, '', '', ?, ${STALE})
    ON CONFLICT (slot) DO UPDATE SET touched_at = ${STALE}`;
  sql.exec(upsert, slot, chunks);
}

export function show(sql: SqlStorage, slot: number): void {
  sql.exec("DELETE FROM hidden_run WHERE slot = ?", slot);
}

/** Deletes some of the rows of a stale slot, last ones first, at the end what stands for the whole document, which may take as long as a slice. */
export function emptySlice(sql: SqlStorage, { slot, chunks }: HiddenRun): void {
  if (chunks > 0) {
    const left = Math.max(0, chunks - DELETED_AT_ONCE);
    deleteChunks(sql, slot, left);
    sql.exec("UPDATE hidden_run SET chunks = ? WHERE slot = ?", left, slot);
  } else {
    sql.exec("DELETE FROM asset_fts WHERE rowid = ?", documentRow(slot));
    show(sql, slot);
  }
}

/** @param from the first place to be deleted */
export function deleteChunks(sql: SqlStorage, slot: number, from: number): void {
  // Numbers are bound as reals, and FTS5 uses only integers as bounds of a row id: without the cast it would read the whole table.
  const rows = "BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";
  const [first, last] = [firstChunkRow(slot) + from, firstChunkRow(slot) + CHUNKS_PER_RUN - 1];
  sql.exec(`DELETE FROM chunk_fts WHERE rowid ${rows}`, first, last);
  sql.exec(`DELETE FROM chunk WHERE row ${rows}`, first, last);
  forgetVectors(sql, first, last);
}

/** A slot that is to be emptied, if there is one: stale, or abandoned. */
export function findStale(sql: SqlStorage, now: number): HiddenRun | null {
  const select = "SELECT slot, run, version, title, chunks, touched_at FROM hidden_run WHERE touched_at <= ? ORDER BY touched_at LIMIT 1";
  return sql.exec<HiddenRun>(select, now - ABANDONED_MS).toArray()[0] ?? null;
}

/** When the first of the runs under way will count as abandoned; stale ones are due at once. Null: there is nothing to be done. */
export function nextCleaning(sql: SqlStorage, now: number): number | null {
  const { first } = sql.exec<{ first: number | null }>("SELECT min(touched_at) AS first FROM hidden_run").one();
  return first === null ? null : Math.max(now, first + ABANDONED_MS);
}
