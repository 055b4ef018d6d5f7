/** Rows to delete in one slice. A chunk row has about 1 kB, a document row up to 400 kB. */
const ROWS_PER_DELETION = {
  chunk: 200,
  chunk_fts: 24,
  asset_fts: 1,
  chunk_vectors: 200,
  vector_codes: 8,
} as const;
const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'dropped_[0-9]*_[0-9]*_*'";
const NAME = /^dropped_\d+_\d+_(chunk|chunk_fts|asset_fts|chunk_vectors|vector_codes)$/;

/**
 * Deletes some rows of the dropped tables.
 * @returns whether there was work to do
 */
export function deleteDroppedTables(sql: SqlStorage): boolean {
  for (const { name } of sql.exec<{ name: string }>(TABLES).toArray()) {
    const kind = NAME.exec(name)?.[1] as keyof typeof ROWS_PER_DELETION | undefined;
    if (kind === undefined) continue;
    const some = `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} LIMIT ${ROWS_PER_DELETION[kind]})`;
    const isEmpty = sql.exec(`SELECT 1 FROM ${name} LIMIT 1`).toArray().length === 0;
    sql.exec(isEmpty ? `DROP TABLE ${name}` : some);
    if (!isEmpty && kind.endsWith("_fts"))
      sql.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', 50)`);
    return true;
  }
  return false;
}

export function hasDroppedTables(sql: SqlStorage): boolean {
  return sql.exec(`${TABLES} LIMIT 1`).toArray().length > 0;
}
