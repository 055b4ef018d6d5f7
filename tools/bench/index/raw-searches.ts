import { DatabaseSync } from "node:sqlite";
import { chunkText } from "../../../src/ingestion/chunk/chunk-text.ts";
import { percentile } from "../lib/statistics.ts";

const SEARCHES = 200;

/**
 * Median milliseconds of a search in a plain SQLite full-text table: over all passages, and over those of the
 * last text.
 */
export interface RawSearches {
  readonly wholeMs: number;
  readonly scopeMs: number;
}

/**
 * Searches the same passages for the same words, ranked by `bm25` alone: no server, no access checks, no
 * reranking.
 */
export function searchRaw(
  texts: readonly string[],
  queryOf: (nth: number) => string,
  limit: number,
): RawSearches {
  const database = new DatabaseSync(":memory:");
  try {
    database.exec("CREATE VIRTUAL TABLE chunk_fts USING fts5(body); BEGIN");
    const insert = database.prepare("INSERT INTO chunk_fts (body) VALUES (?)");
    let first = 0;
    for (const text of texts) {
      const [begin, ...rest] = chunkText(text, []).map((chunk) => chunk.text);
      if (begin !== undefined) first = Number(insert.run(begin).lastInsertRowid);
      for (const body of rest) insert.run(body);
    }
    database.exec("COMMIT");
    const found =
      "SELECT body, bm25(chunk_fts) AS score FROM chunk_fts WHERE chunk_fts MATCH ? AND rowid >= ? ORDER BY rank LIMIT ?";
    const search = database.prepare(found);
    const p50 = (from: number): number => {
      const times = Array.from({ length: SEARCHES }, (_, nth) => {
        const words = queryOf(nth).split(" ").join(" OR ");
        const startedAt = performance.now();
        search.all(words, from, limit);
        return performance.now() - startedAt;
      });
      return percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      );
    };
    return { wholeMs: p50(0), scopeMs: p50(first) };
  } finally {
    database.close();
  }
}
