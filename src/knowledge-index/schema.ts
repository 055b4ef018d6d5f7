import {
  EMBEDDING_REPORTS,
  HEAVY_VECTOR_TABLES,
  SENTENCE_VECTORS,
  VECTOR_BLOCKS,
  VECTOR_TABLES,
} from "./sentence-vectors/vectors-schema.ts";
import { FORGETTING } from "./forgetting.ts";
import { isFragmented } from "./merge-segments.ts";
import { TREE } from "./collection-tree.ts";
import { type SchemaStep, takeSchemaSteps } from "../storage/object-schema.ts";

/** A chunk's row id is its asset's row id times 2^20 plus its place: scope is checked, and an asset's rows are found, without another lookup. */
export const CHUNK_BITS = 20;

/** FTS5 columns: title, body. */
export const TITLE_WEIGHT = 3;

// The texts come folded by text/terms.ts, so unicode61 only splits at spaces; marks count as letters (Indic vowel signs).
const TOKENIZER = `tokenize = "porter unicode61 remove_diacritics 0 categories 'L* N* M* Co'"`;

/**
 * Both FTS5 tables keep the folded text: deleting from a contentless table leaves the row count that bm25() uses too high for good,
 * and the reranking reads the folded words. `asset.version` is null when no chunk is held: removed, or placed before its first run.
 */
const FIRST: SchemaStep = [
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

/** How many assets hold chunks, and how many chunks there are, in one row: a search need not count them. Nobody has to remember to keep it. */
const TOTALS: SchemaStep = [
  `CREATE TABLE totals (only INTEGER PRIMARY KEY CHECK (only = 1), assets INTEGER NOT NULL, chunks INTEGER NOT NULL) STRICT`,
  `INSERT INTO totals SELECT 1, count(version), coalesce(sum(chunks), 0) FROM asset`,
  `CREATE TRIGGER totals_of_change AFTER UPDATE OF version, chunks ON asset BEGIN
    UPDATE totals SET assets = assets + (NEW.version IS NOT NULL) - (OLD.version IS NOT NULL), chunks = chunks + NEW.chunks - OLD.chunks;
  END`,
];

/**
 * `asset.half` is the one of its two slots (slots.ts) that is searched; `hidden_run` are slots that no search sees; `retitling` are assets
 * whose rows before `next` have the new name. FTS5 merges only when it is told to (merge-segments.ts): left alone, it may do so for seconds.
 */
const SLICES: SchemaStep = [
  `ALTER TABLE asset ADD COLUMN half INTEGER NOT NULL DEFAULT 0`,
  `CREATE TABLE hidden_run (
    slot INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    version TEXT NOT NULL,
    title TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE retitling (asset INTEGER PRIMARY KEY, next INTEGER NOT NULL) STRICT`,
  ...["chunk_fts", "asset_fts"].flatMap((table) => [
    `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`,
    `INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 1999)`,
  ]),
];

/**
 * Comes with a change of the rules by which texts become words (text/terms.ts): `refolding` are the assets whose rows have the words of before. They are
 * found by those meanwhile. A run that is half written is begun again by its caller.
 */
const REFOLDING: SchemaStep = [
  `CREATE TABLE refolding (asset INTEGER PRIMARY KEY) STRICT`,
  `INSERT INTO refolding SELECT row FROM asset WHERE version IS NOT NULL`,
  `UPDATE hidden_run SET touched_at = -1`,
];

/** JSON, see `LocatorRuns`: where a chunk's text stands in a document of other places than pages. */
const LOCATORS: SchemaStep = [`ALTER TABLE chunk ADD COLUMN locators TEXT`];

/** JSON of Above. The assets of before are gone through once, as with a change of the rules for words. */
const ABOVE: SchemaStep = [
  `ALTER TABLE chunk ADD COLUMN above TEXT`,
  `INSERT OR IGNORE INTO refolding SELECT row FROM asset WHERE version IS NOT NULL`,
  `UPDATE hidden_run SET touched_at = -1`,
];

/**
 * FTS5 has room for 2,000 segments of all sizes together, and calls the database full beyond, even for a merge. 1,999 of one size never came: whatever
 * writes without `mergeSegments` is merged in time, in one go.
 */
const MERGED_IN_TIME: SchemaStep = ["chunk_fts", "asset_fts"].map(
  (table) => `INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 500)`,
);

const STEPS: readonly SchemaStep[] = [
  FIRST,
  TOTALS,
  SLICES,
  TREE,
  REFOLDING,
  SENTENCE_VECTORS,
  VECTOR_BLOCKS,
  LOCATORS,
  ABOVE,
  EMBEDDING_REPORTS,
  MERGED_IN_TIME,
  FORGETTING,
];

/** Small tables that `STEPS` make, and one that stands on another before it. */
const LIGHT = [
  "forgetting",
  ...VECTOR_TABLES,
  "unplaced_collection",
  "collection",
  "totals",
  "hidden_run",
  "retitling",
  "refolding",
  "chunk_vocabulary",
  "asset_collection",
  "asset",
  "schema_version",
];
/** Tables that hold texts, or vectors of them. */
const HEAVY = ["chunk_fts", "asset_fts", "chunk", ...HEAVY_VECTOR_TABLES];

export function createSchema(storage: DurableObjectStorage): void {
  takeSchemaSteps(storage.sql, (change) => storage.transactionSync(change), STEPS);
}

/**
 * Makes every table again. The texts are put aside under other names, to be deleted slice by slice: see trash.ts. A full-text table that has no
 * room for deletions goes at once, and holds the object for as long as that takes.
 */
export function recreateSchema(storage: DurableObjectStorage, now: number): void {
  for (const table of LIGHT) storage.sql.exec(`DROP TABLE ${table}`);
  const nth = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name LIKE 'trash%'").toArray().length;
  for (const table of HEAVY) {
    const goes = table.endsWith("_fts") && isFragmented(storage.sql, table);
    storage.sql.exec(goes ? `DROP TABLE ${table}` : `ALTER TABLE ${table} RENAME TO trash_${now}_${nth}_${table}`);
  }
  createSchema(storage);
}
