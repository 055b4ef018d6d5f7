/** Pages of 4 KiB that are written at most: some 5 ms. A slice writes about ten. */
const PAGES = 50;
/** The same for a slice of forgetting. */
export const FORGOTTEN_PAGES = PAGES;

/** Merges a little of what single transactions left behind in the full-text tables, so that no search reads many pieces. */
export function mergeSegments(sql: SqlStorage): void {
  sql.exec(`INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('merge', ${PAGES})`);
  sql.exec(`INSERT INTO asset_fts (asset_fts, rank) VALUES ('merge', ${PAGES})`);
}

/** So many pieces of a full-text table are too many to delete its rows one by one: that makes more, and there is room for 2,000. */
const TOO_MANY = 1_000;

/** Whether nobody has merged what changes left behind in a full-text table for long. */
export function isFragmented(sql: SqlStorage, table: string): boolean {
  return sql.exec<{ n: number }>(`SELECT count(DISTINCT segid) AS n FROM ${table}_idx`).one().n > TOO_MANY;
}
