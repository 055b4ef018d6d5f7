import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The vectors of all index objects of a service. */
export interface StoredVectors {
  /** Chunks whose vectors are stored. */
  readonly chunks: number;
  readonly vectors: number;
  /** Vectors that the blocks of codes count as live. */
  readonly live: number;
  /** Slots that wait for vectors. */
  readonly jobs: number;
}

const COUNTS = `SELECT (SELECT count(*) FROM chunk_vectors) chunks,
  (SELECT coalesce(sum(length(v.vectors) / s.dimensions), 0)
    FROM chunk_vectors v JOIN vector_set s ON s.half = v.key & 1) vectors,
  (SELECT coalesce(sum(live), 0) FROM vector_block) live,
  (SELECT count(*) FROM embedding_job) jobs`;

/** @param stateFolder of a service, which may run */
export function storedVectors(stateFolder: string): StoredVectors {
  const folder = join(stateFolder, "v3", "do");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sum = { chunks: 0, vectors: 0, live: 0, jobs: 0 };
  for (const file of files.filter((name) => /KnowledgeIndex.*[\da-f]{64}\.sqlite$/.test(name))) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    try {
      const counts = database.prepare(COUNTS).get() as unknown as StoredVectors;
      for (const name of ["chunks", "vectors", "live", "jobs"] as const) sum[name] += Number(counts[name]);
    } finally {
      database.close();
    }
  }
  return sum;
}
