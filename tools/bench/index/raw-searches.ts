import { DatabaseSync } from "node:sqlite";
import { chunkText } from "../../../src/ingestion/chunk/chunk-text.ts";
import { percentile } from "../lib/statistics.ts";

const SEARCHES = 200;

/** Milliseconds that a bare full-text table of SQLite takes for a search at the median: of all its passages, and of those of the last text. */
export interface RawSearches {
  readonly wholeMs: number;
  readonly scopeMs: number;
}

/** The same passages, asked for the same words, best first by `bm25`: no server, no rights, nothing ranked anew. */
export function searchRaw(texts: readonly string[], queryOf: (nth: number) => string, limit: number): RawSearches {
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
    const found = "SELECT body, bm25(chunk_fts) AS score FROM chunk_fts WHERE chunk_fts MATCH ? AND rowid >= ? ORDER BY rank LIMIT ?";
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
