/** Pages of 4 KiB that are written at most: some 5 ms. A slice writes about ten. */
const PAGES = 50;

/** Merges a little of what single transactions left behind in the full-text tables, so that no search reads many pieces. */
export function mergeSegments(sql: SqlStorage): void {
  sql.exec(`INSERT INTO chunk_fts (chunk_fts, rank) VALUES ('merge', ${PAGES})`);
  sql.exec(`INSERT INTO asset_fts (asset_fts, rank) VALUES ('merge', ${PAGES})`);
}
