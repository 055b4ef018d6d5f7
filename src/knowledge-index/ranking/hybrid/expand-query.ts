import { isStopWord } from "../../../text/terms.ts";
import type { QueryTerm } from "../../query/query-terms.ts";
import type { WordNeighbors } from "./word-matcher.ts";

/**
 * `LOOKED_UP`: neighbors of each term to look up in the index. `LOOKED_FOR`: indexed neighbors to add to the
 * query.
 */
const LOOKED_UP = 60;
const LOOKED_FOR = 15;
/** Maximum number of chunks that all expansion words match together. Each chunk costs about 1 µs. */
const MAX_MATCHES = 20_000;
const HELD =
  "SELECT j.value AS stem, (SELECT doc FROM chunk_vocabulary WHERE term = j.value) AS holding FROM json_each(?) j";

/**
 * Expands the query with similar words that the index contains, excluding the query's own words.
 * @returns an FTS5 expression; null if the index contains no similar word
 */
export function expandQuery(
  sql: SqlStorage,
  terms: readonly QueryTerm[],
  near: WordNeighbors,
  stemOf: (word: string) => string,
): string | null {
  const own = new Set(terms.map(({ stem }) => stem));
  const wanted = terms.map(({ term }) =>
    (near.get(term) ?? [])
      .slice(0, LOOKED_UP)
      .filter(({ word }) => !isStopWord(word) && !own.has(stemOf(word)))
      .map(({ word, cosine }) => ({ word, cosine, stem: stemOf(word) })),
  );
  const stems = [...new Set(wanted.flat().map(({ stem }) => stem))];
  const holding = new Map<string, number>();
  for (const row of sql.exec<{ stem: string; holding: number | null }>(HELD, JSON.stringify(stems))) {
    if (row.holding !== null) holding.set(row.stem, row.holding);
  }
  const known = wanted.flatMap((words) => words.filter(({ stem }) => holding.has(stem)).slice(0, LOOKED_FOR));
  const looked = new Map<string, string>();
  let matches = 0;
  for (const { word, stem } of known.toSorted((one, other) => other.cosine - one.cosine)) {
    const more = holding.get(stem) ?? 0;
    if (looked.has(stem) || matches + more > MAX_MATCHES) continue;
    looked.set(stem, `"${word}"`);
    matches += more;
  }
  return looked.size === 0 ? null : [...looked.values()].join(" OR ");
}
