/** Rows to delete in a slice. A chunk row has about 1 kB, a document row up to 400 kB. */
const DELETED_AT_ONCE = { chunk: 200, chunk_fts: 24, asset_fts: 1, chunk_vectors: 200, vector_codes: 8 } as const;
const TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'trash_[0-9]*_[0-9]*_*'";
const NAME = /^trash_\d+_\d+_(chunk|chunk_fts|asset_fts|chunk_vectors|vector_codes)$/;

/** Deletes some rows of the dropped tables. @returns whether there was work to do */
export function emptyTrash(sql: SqlStorage): boolean {
  for (const { name } of sql.exec<{ name: string }>(TABLES).toArray()) {
    const kind = NAME.exec(name)?.[1] as keyof typeof DELETED_AT_ONCE | undefined;
    if (kind === undefined) continue;
    const some = `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} LIMIT ${DELETED_AT_ONCE[kind]})`;
    const isEmpty = sql.exec(`SELECT 1 FROM ${name} LIMIT 1`).toArray().length === 0;
    sql.exec(isEmpty ? `DROP TABLE ${name}` : some);
    if (!isEmpty && kind.endsWith("_fts")) sql.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', 50)`);
    return true;
  }
  return false;
}

export function hasTrash(sql: SqlStorage): boolean {
  return sql.exec(`${TABLES} LIMIT 1`).toArray().length > 0;
}
