/**
 * Maximum number of 4 KiB pages that one merge step writes, about 5 ms. A slice of chunks writes about ten
 * pages.
 */
const PAGES = 50;
/** Number of pages that one merge step writes after a purge. */
export const PURGE_PAGES = PAGES;

/** Merges some FTS5 segments. Each transaction leaves one segment, and a search reads every segment. */
export function mergeSegments(sql: SqlStorage): void {
  sql.exec(`INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('merge', ${PAGES})`);
  sql.exec(`INSERT INTO asset_fts (asset_fts, rank) VALUES ('merge', ${PAGES})`);
}

/**
 * A table with more segments is dropped in one statement. Deleting its rows would add segments, and FTS5
 * allows 2,000.
 */
const TOO_MANY = 1_000;

/** Whether a full-text table has too many unmerged segments. */
export function isFragmented(sql: SqlStorage, table: string): boolean {
  return sql.exec<{ n: number }>(`SELECT count(DISTINCT segid) AS n FROM ${table}_idx`).one().n > TOO_MANY;
}
