import { HEAVY_VECTOR_TABLES, VECTOR_TABLES, VECTORS } from "./vectors/vectors-schema.ts";
import { SEGMENT_PURGES } from "./maintenance/segment-purge.ts";
import { isFragmented } from "./merge-segments.ts";
import { COLLECTION_TREE } from "./query/collection-tree.ts";
import { createTables, type ObjectSchema } from "../storage/object-schema.ts";

/**
 * A chunk's row id is its asset's row id times 2^20 plus its ordinal. So finding the asset of a chunk, or the
 * chunks of an asset, needs no lookup.
 */
export const CHUNK_BITS = 20;

/** BM25 weight of the FTS5 column `title`; `body` has 1. */
export const TITLE_WEIGHT = 3;

// The texts are already normalized (text/terms.ts), so unicode61 only splits at spaces. Marks count as
// letters because of Indic vowel signs.
const TOKENIZER = `tokenize = "porter unicode61 remove_diacritics 0 categories 'L* N* M* Co'"`;

/**
 * Assets and their collections. `asset.version` is null while the asset has no chunks. `asset.half` selects
 * the slot (slots.ts) that searches read.
 */
const ASSETS = [
  `CREATE TABLE asset (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    run INTEGER NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    version TEXT,
    display_name TEXT NOT NULL,
    chunks INTEGER NOT NULL DEFAULT 0,
    membership_updates INTEGER NOT NULL DEFAULT 0,
    half INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE TABLE asset_collection (
    collection_id TEXT NOT NULL,
    asset INTEGER NOT NULL REFERENCES asset (row),
    PRIMARY KEY (collection_id, asset)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX asset_collection_by_asset ON asset_collection (asset)`,
];

/**
 * `chunk.locators` is JSON of `LocatorRuns`: positions other than pages. `chunk.heading_context` is JSON of
 * the heading context. Both FTS5 tables store the normalized text: deletions from a contentless table would
 * permanently inflate the row count in bm25(), and reranking reads the words. FTS5 allows at most 2,000
 * segments and then reports a full database, even for a merge. mergeSegments merges them in slices, because
 * automerge may block for seconds. `crisismerge` 500 protects writers that do not call it.
 */
const CHUNKS = [
  `CREATE TABLE chunk (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset INTEGER NOT NULL,
    page INTEGER NOT NULL,
    text TEXT NOT NULL,
    locators TEXT,
    heading_context TEXT
  ) STRICT`,
  `CREATE VIRTUAL TABLE chunk_fts USING fts5(title, body, ${TOKENIZER})`,
  `CREATE VIRTUAL TABLE chunk_vocabulary USING fts5vocab(chunk_fts, 'row')`,
  `CREATE VIRTUAL TABLE asset_fts USING fts5(title, body, ${TOKENIZER})`,
  ...["chunk_fts", "asset_fts"].flatMap((table) => [
    `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`,
    `INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 500)`,
  ]),
];

/**
 * Numbers of assets with chunks and of their chunks. Triggers maintain them, so that searches need not count.
 */
const TOTALS = [
  `CREATE TABLE totals (only INTEGER PRIMARY KEY CHECK (only = 1), assets INTEGER NOT NULL, chunks INTEGER NOT NULL) STRICT`,
  `INSERT INTO totals VALUES (1, 0, 0)`,
  `CREATE TRIGGER totals_of_change AFTER UPDATE OF version, chunks ON asset BEGIN
    UPDATE totals SET assets = assets + (NEW.version IS NOT NULL) - (OLD.version IS NOT NULL), chunks = chunks + NEW.chunks - OLD.chunks;
  END`,
];

/**
 * `inactive_slot`: slots that no search reads. `title_update`: assets whose rows before `next` already have
 * the new name.
 */
const SLICES = [
  `CREATE TABLE inactive_slot (
    slot INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    version TEXT NOT NULL,
    title TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE title_update (asset INTEGER PRIMARY KEY, next INTEGER NOT NULL) STRICT`,
];

const SCHEMA: ObjectSchema = {
  table: "asset",
  statements: [...ASSETS, ...CHUNKS, ...TOTALS, ...SLICES, ...COLLECTION_TREE, ...VECTORS, ...SEGMENT_PURGES],
};

/** Small tables, each listed before the tables that it references. */
const LIGHT = [
  "segment_purge",
  ...VECTOR_TABLES,
  "outdated_collection",
  "collection",
  "totals",
  "inactive_slot",
  "title_update",
  "chunk_vocabulary",
  "asset_collection",
  "asset",
];
/** Tables with texts or vectors. */
const HEAVY = ["chunk_fts", "asset_fts", "chunk", ...HEAVY_VECTOR_TABLES];

export function createIndexSchema(storage: DurableObjectStorage): void {
  createTables(storage.sql, (change) => storage.transactionSync(change), SCHEMA);
}

/**
 * Recreates every table. Large tables are renamed, and maintenance deletes their rows in slices
 * (dropped-tables.ts). A full-text table with too many segments for deletions is dropped in one statement,
 * which blocks the object.
 */
export function recreateSchema(storage: DurableObjectStorage, now: number): void {
  for (const table of LIGHT) storage.sql.exec(`DROP TABLE ${table}`);
  const nth = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name LIKE 'dropped%'").toArray().length;
  for (const table of HEAVY) {
    const goes = table.endsWith("_fts") && isFragmented(storage.sql, table);
    storage.sql.exec(
      goes ? `DROP TABLE ${table}` : `ALTER TABLE ${table} RENAME TO dropped_${now}_${nth}_${table}`,
    );
  }
  createIndexSchema(storage);
}
