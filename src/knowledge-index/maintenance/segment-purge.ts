import { PURGE_PAGES } from "../merge-segments.ts";

/** Purges often come in series, so one merge after 2 s serves all of them. */
const AFTER_MS = 2_000;

/**
 * Full-text tables whose segments still contain words of purged assets. `started`: the merge into one segment
 * is running.
 */
export const SEGMENT_PURGES = [
  `CREATE TABLE segment_purge (fts TEXT PRIMARY KEY, started INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
];

/**
 * Schedules the merge that removes purged words. FTS5 deletes a row with a tombstone, and its words stay in
 * older segments until a merge rewrites them (ADR 0028). Call it in the transaction that purges the asset.
 */
export function scheduleSegmentPurge(sql: SqlStorage, now: number): void {
  for (const fts of ["chunk_fts", "asset_fts"])
    sql.exec("INSERT OR REPLACE INTO segment_purge VALUES (?, 0, ?)", fts, now + AFTER_MS);
}

/** The time of the next merge step; null if no segment contains purged words. */
export function segmentPurgeDueAt(sql: SqlStorage): number | null {
  return sql.exec<{ due: number | null }>("SELECT min(due_at) AS due FROM segment_purge").one().due;
}

/**
 * Merges some pages of one table. Later deletions schedule another merge.
 * @returns whether there was work to do
 */
export function purgeSegmentSlice(sql: SqlStorage, now: number): boolean {
  const select = "SELECT fts, started FROM segment_purge WHERE due_at <= ? ORDER BY fts LIMIT 1";
  const next = sql.exec<{ fts: string; started: number }>(select, now).toArray()[0];
  if (next === undefined) return false;
  const before = changes(sql);
  // A negative number starts a merge of all segments, and positive numbers continue it:
  // https://sqlite.org/fts5.html#the_merge_command
  sql.exec(
    `INSERT INTO ${next.fts} (${next.fts}, rank) VALUES ('merge', ${next.started === 1 ? PURGE_PAGES : -PURGE_PAGES})`,
  );
  const isIdle = changes(sql) - before < 2;
  if (next.started === 1 && isIdle) sql.exec("DELETE FROM segment_purge WHERE fts = ?", next.fts);
  else sql.exec("UPDATE segment_purge SET started = 1 WHERE fts = ?", next.fts);
  return true;
}

function changes(sql: SqlStorage): number {
  return sql.exec<{ n: number }>("SELECT total_changes() AS n").one().n;
}
