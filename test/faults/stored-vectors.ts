import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The vectors of all index objects of a service. */
export interface StoredVectors {
  /** Chunks that searches read. */
  readonly chunks: number;
  /** Those of them without vectors. */
  readonly missing: number;
  readonly vectors: number;
  /** Chunks with more or fewer codes than vectors. */
  readonly miscounted: number;
  /** Vectors that the blocks of codes count as live. */
  readonly live: number;
  /** Slots that wait for vectors. */
  readonly jobs: number;
}

/** A chunk's row is its asset's row × 2^20, plus half × 2^19, plus its position (slots.ts). */
const COUNTS = `WITH read AS (SELECT c.row FROM chunk c JOIN asset a ON a.row = c.row >> 20
    WHERE a.version IS NOT NULL AND (c.row >> 19 & 1) = a.half)
  SELECT (SELECT count(*) FROM read) chunks,
  (SELECT count(*) FROM read WHERE NOT EXISTS (SELECT 1 FROM vector_set s
    JOIN chunk_vectors v ON v.key = read.row * 2 + s.half WHERE s.role = 'current')) missing,
  (SELECT coalesce(sum(live), 0) FROM vector_block) live,
  (SELECT count(*) FROM embedding_job) jobs`;
const VECTORS = `SELECT v.key >> 1 AS row, v.block, length(v.vectors) / s.dimensions AS vectors
  FROM chunk_vectors v JOIN vector_set s ON s.half = v.key & 1`;

/** @param stateFolder of a service, which may run */
export function storedVectors(stateFolder: string): StoredVectors {
  const folder = join(stateFolder, "v3", "do");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sum = { chunks: 0, missing: 0, vectors: 0, miscounted: 0, live: 0, jobs: 0 };
  for (const file of files.filter((name) => /KnowledgeIndex.*[\da-f]{64}\.sqlite$/.test(name))) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    try {
      // All statements read the same state.
      database.exec("BEGIN");
      const counts = database.prepare(COUNTS).get() ?? {};
      for (const name of ["chunks", "missing", "live", "jobs"] as const) sum[name] += Number(counts[name]);
      const codes = codesOf(database);
      for (const { row, block, vectors } of database.prepare(VECTORS).all()) {
        sum.vectors += Number(vectors);
        if (codes.get(`${Number(block)} ${Number(row)}`) !== Number(vectors)) sum.miscounted += 1;
      }
    } finally {
      database.close();
    }
  }
  return sum;
}

/** The number of codes by block and chunk row. */
function codesOf(database: DatabaseSync): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const { block, rows } of database.prepare("SELECT block, rows FROM vector_codes").all()) {
    const bytes = Uint8Array.from(rows as Uint8Array);
    for (const row of new Float64Array(bytes.buffer)) {
      const key = `${Number(block)} ${row}`;
      codes.set(key, (codes.get(key) ?? 0) + 1);
    }
  }
  return codes;
}
