/**
 * `vector_set`: the vectors of one embedder, at most two sets; `role` is `current`, `before` (serves until the current one is whole) or `gone`;
 * `mean` and `deviation` are those of cosines that say nothing (calibrate.ts), null where they are known. `chunk_vectors`: the vectors of a
 * chunk's sentences in their order, under the chunk's row × 2 + the set's half. `vector_block` counts vectors, all that came and those that are
 * left; `vector_codes` has the row of each and a short form of it, for the search through all.
 */
const SETS = [
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
];

/**
 * `encoding`: slots that searches read and whose chunks from `next` on have no vectors; `told`: D1 has the report that there is no room for
 * these vectors. `encoding_pause`: the time of the next request to the embedder.
 */
const QUEUE = [
  `CREATE TABLE encoding (slot INTEGER PRIMARY KEY, run INTEGER NOT NULL, next INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0) STRICT`,
  `CREATE TABLE encoding_pause (only INTEGER PRIMARY KEY CHECK (only = 1), failures INTEGER NOT NULL, resume_at INTEGER NOT NULL) STRICT`,
  `INSERT INTO encoding_pause VALUES (1, 0, 0)`,
];

/** Reports to D1 about the vectors of assets, each due from `due_at` on (report-queue.ts). */
const REPORTS = `CREATE TABLE embedding_report (
  asset_id TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  version TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT`;

export const VECTORS = [...SETS, ...QUEUE, REPORTS];

/** Small, in the order in which they can be dropped. */
export const VECTOR_TABLES = ["encoding", "encoding_pause", "vector_set", "vector_block", "embedding_report"];
/** Large. */
export const HEAVY_VECTOR_TABLES = ["chunk_vectors", "vector_codes"];
