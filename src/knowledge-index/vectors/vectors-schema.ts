/**
 * `vector_set`: the vectors of one embedder; at most two sets. `role` is `current`, `previous` (serves
 * searches until the current one is complete) or `dropped`. `mean` and `deviation` describe unrelated texts
 * (similarity-scale.ts); null for the built-in model. `sum` is the sum of the `summed` vectors that were ever
 * added (vector-sum.ts). `chunk_vectors`: the vectors of a chunk's sentences, in order, then those of its
 * windows; the key is the chunk's row × 2 + the set's half. `vector_block` counts vectors, added and
 * remaining. `vector_codes` contains their row ids and binary codes, and the center of the codes.
 */
const SETS = [
  `CREATE TABLE vector_set (
    half INTEGER PRIMARY KEY CHECK (half IN (0, 1)),
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    role TEXT NOT NULL,
    mean REAL,
    deviation REAL,
    sum BLOB NOT NULL,
    summed INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE vector_block (id INTEGER PRIMARY KEY, half INTEGER NOT NULL, vectors INTEGER NOT NULL, live INTEGER NOT NULL) STRICT`,
  `CREATE TABLE vector_codes (block INTEGER PRIMARY KEY, rows BLOB NOT NULL, codes BLOB NOT NULL, center BLOB NOT NULL) STRICT`,
  `CREATE TABLE chunk_vectors (key INTEGER PRIMARY KEY, block INTEGER NOT NULL, sentences INTEGER NOT NULL, vectors BLOB NOT NULL) STRICT`,
];

/**
 * `embedding_job`: active slots whose chunks from `next` on have no vectors; `reported`: D1 has the report
 * that the limit is reached. `embedder_cool_down`: the failures and cool-down of the embedder.
 */
const QUEUE = [
  `CREATE TABLE embedding_job (slot INTEGER PRIMARY KEY, run INTEGER NOT NULL, next INTEGER NOT NULL, reported INTEGER NOT NULL DEFAULT 0) STRICT`,
  `CREATE TABLE embedder_cool_down (only INTEGER PRIMARY KEY CHECK (only = 1), failures INTEGER NOT NULL, resume_at INTEGER NOT NULL) STRICT`,
  `INSERT INTO embedder_cool_down VALUES (1, 0, 0)`,
];

/** Reports to D1 about embedding states, due at `due_at` (embedding-reports.ts). */
const REPORTS = `CREATE TABLE embedding_report (
  asset_id TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  version TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  percent INTEGER NOT NULL,
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT`;

export const VECTORS = [...SETS, ...QUEUE, REPORTS];

/** Small tables, in the order in which they can be dropped. */
export const VECTOR_TABLES = [
  "embedding_job",
  "embedder_cool_down",
  "vector_set",
  "vector_block",
  "embedding_report",
];
export const HEAVY_VECTOR_TABLES = ["chunk_vectors", "vector_codes"];
