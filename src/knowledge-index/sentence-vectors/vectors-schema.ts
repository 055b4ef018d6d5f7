import type { SchemaStep } from "../../storage/object-schema.ts";

/**
 * `sentence_vectors` has 64 bytes for each sentence of a chunk, in their order, under the chunk's row; `encoding` names slots whose run is
 * searched and whose chunks from `next` on have none yet; `encoded` counts what there is, and says which encoder made it.
 */
export const SENTENCE_VECTORS: SchemaStep = [
  `CREATE TABLE sentence_vectors (row INTEGER PRIMARY KEY, vectors BLOB NOT NULL) STRICT`,
  `CREATE TABLE encoding (slot INTEGER PRIMARY KEY, run INTEGER NOT NULL, next INTEGER NOT NULL) STRICT`,
  `INSERT INTO encoding SELECT row * 2 + half, run, 0 FROM asset WHERE version IS NOT NULL`,
  `CREATE TABLE encoded (only INTEGER PRIMARY KEY CHECK (only = 1), bytes INTEGER NOT NULL, encoder TEXT NOT NULL) STRICT`,
  `INSERT INTO encoded VALUES (1, 0, '')`,
  `CREATE TRIGGER encoded_more AFTER INSERT ON sentence_vectors BEGIN UPDATE encoded SET bytes = bytes + length(NEW.vectors); END`,
  `CREATE TRIGGER encoded_less AFTER DELETE ON sentence_vectors BEGIN UPDATE encoded SET bytes = bytes - length(OLD.vectors); END`,
];

/**
 * `vector_set`: the vectors of one embedder, at most two sets; `role` is `current`, `before` (serves until the current one is whole) or `gone`;
 * `mean` and `deviation` are those of cosines that say nothing (calibrate.ts), null where they are known. `chunk_vectors`: the vectors of a
 * chunk's sentences in their order, under the chunk's row × 2 + the set's half. `vector_block` counts vectors, all that came and those that are
 * left; `vector_codes` has the row of each and a short form of it, for the search through all. `encoding_pause`: when the embedder is asked next.
 */
export const VECTOR_BLOCKS: SchemaStep = [
  `DROP TABLE sentence_vectors`,
  `DROP TABLE encoded`,
  `CREATE TABLE vector_set (
    half INTEGER PRIMARY KEY CHECK (half IN (0, 1)),
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    role TEXT NOT NULL,
    mean REAL,
    deviation REAL
  ) STRICT`,
  `CREATE TABLE vector_block (id INTEGER PRIMARY KEY, half INTEGER NOT NULL, vectors INTEGER NOT NULL, live INTEGER NOT NULL) STRICT`,
  `CREATE TABLE vector_codes (block INTEGER PRIMARY KEY, rows BLOB NOT NULL, codes BLOB NOT NULL) STRICT`,
  `CREATE TABLE chunk_vectors (key INTEGER PRIMARY KEY, block INTEGER NOT NULL, vectors BLOB NOT NULL) STRICT`,
  `CREATE TABLE encoding_pause (only INTEGER PRIMARY KEY CHECK (only = 1), failures INTEGER NOT NULL, resume_at INTEGER NOT NULL) STRICT`,
  `INSERT INTO encoding_pause VALUES (1, 0, 0)`,
  `INSERT OR REPLACE INTO encoding SELECT row * 2 + half, run, 0 FROM asset WHERE version IS NOT NULL`,
];

/**
 * `embedding_report`: what is to be reported to D1 of an asset's vectors, from `due_at` on (report-queue.ts). `encoding.told`: D1 knows that there is no
 * room for these. What was encoded before there were reports is gone through once; vectors that are there are not made again.
 */
export const EMBEDDING_REPORTS: SchemaStep = [
  `CREATE TABLE embedding_report (
    asset_id TEXT PRIMARY KEY,
    model TEXT NOT NULL,
    version TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT`,
  `ALTER TABLE encoding ADD COLUMN told INTEGER NOT NULL DEFAULT 0`,
  `INSERT OR IGNORE INTO encoding (slot, run, next) SELECT row * 2 + half, run, 0 FROM asset WHERE version IS NOT NULL`,
];

/** Small, in the order in which they can be dropped. */
export const VECTOR_TABLES = ["encoding", "encoding_pause", "vector_set", "vector_block", "embedding_report"];
/** Large. */
export const HEAVY_VECTOR_TABLES = ["chunk_vectors", "vector_codes"];
