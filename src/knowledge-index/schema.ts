/** A chunk's row id is its asset's row id times 2^20 plus its place: scope is checked, and an asset's rows are found, without another lookup. */
export const CHUNK_BITS = 20;
export const CHUNKS_PER_ASSET = 2 ** CHUNK_BITS;

/** FTS5 columns: title, body. */
export const TITLE_WEIGHT = 3;

// The texts come folded by domain/text/terms.ts, so unicode61 only splits at spaces; marks count as letters (Indic vowel signs).
const TOKENIZER = `tokenize = "porter unicode61 remove_diacritics 0 categories 'L* N* M* Co'"`;

/**
 * Both FTS5 tables keep the folded text: deleting from a contentless table leaves the row count that bm25() uses too high for good,
 * and the reranking reads the folded words. `asset.version` is null when no chunk is held: removed, or placed before its first run.
 */
const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS asset (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    run INTEGER NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    version TEXT,
    display_name TEXT NOT NULL,
    chunks INTEGER NOT NULL DEFAULT 0,
    placements INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS asset_collection (
    collection_id TEXT NOT NULL,
    asset INTEGER NOT NULL REFERENCES asset (row),
    PRIMARY KEY (collection_id, asset)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS asset_collection_by_asset ON asset_collection (asset)`,
  `CREATE TABLE IF NOT EXISTS chunk (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset INTEGER NOT NULL,
    page INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT`,
  `CREATE VIRTUAL TABLE IF NOT EXISTS chunk_fts USING fts5(title, body, ${TOKENIZER})`,
  `CREATE VIRTUAL TABLE IF NOT EXISTS chunk_vocabulary USING fts5vocab(chunk_fts, 'row')`,
  `CREATE VIRTUAL TABLE IF NOT EXISTS asset_fts USING fts5(title, body, ${TOKENIZER})`,
];

export function createSchema(sql: SqlStorage): void {
  for (const statement of STATEMENTS) sql.exec(statement);
}

/** Drops every table and makes them anew: deleting the rows of an FTS5 table would read each of them. */
export function recreateSchema(sql: SqlStorage): void {
  for (const table of ["chunk_vocabulary", "chunk_fts", "asset_fts", "chunk", "asset_collection", "asset"]) sql.exec(`DROP TABLE ${table}`);
  createSchema(sql);
}
