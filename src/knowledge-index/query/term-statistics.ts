import type { QueryTerm } from "./query-terms.ts";

/** In an index with fewer chunks, a query uses every term. */
const SMALL_INDEX_CHUNKS = 1_000;
const COMMON_SHARE = 0.3;

export interface TermStatistics {
  readonly chunks: number;
  /** The number of chunks that contain each stem. */
  readonly holding: ReadonlyMap<string, number>;
}

export function readTermStatistics(
  sql: SqlStorage,
  terms: readonly QueryTerm[],
  chunks: number,
): TermStatistics {
  const exact =
    "SELECT j.value AS stem, (SELECT doc FROM chunk_vocabulary WHERE term = j.value) AS holding FROM json_each(?) j";
  const prefix = `SELECT j.value AS stem, (SELECT sum(doc) FROM chunk_vocabulary WHERE term >= j.value AND term < j.value || char(1114111)) AS holding
    FROM json_each(?) j`;
  const holding = new Map<string, number>();
  for (const [statement, isPrefix] of [
    [exact, false],
    [prefix, true],
  ] as const) {
    const stems = [...new Set(terms.filter((term) => term.isPrefix === isPrefix).map(({ stem }) => stem))];
    if (stems.length === 0) continue;
    for (const row of sql.exec<{ stem: string; holding: number | null }>(statement, JSON.stringify(stems))) {
      holding.set(row.stem, Math.min(row.holding ?? 0, chunks));
    }
  }
  for (const { stem, synonymPrefixes } of terms) {
    if (synonymPrefixes === undefined) continue;
    const rows = sql
      .exec<{ holding: number | null }>(
        `SELECT sum(holding) AS holding FROM (${prefix})`,
        JSON.stringify(synonymPrefixes),
      )
      .toArray();
    holding.set(stem, Math.min((holding.get(stem) ?? 0) + (rows[0]?.holding ?? 0), chunks));
  }
  return { chunks, holding };
}

/**
 * Drops terms that occur in more than 30 % of the chunks, unless no other term remains. Such terms cost most
 * and discriminate least.
 */
export function rarerTerms(
  terms: readonly QueryTerm[],
  { chunks, holding }: TermStatistics,
): readonly QueryTerm[] {
  if (chunks < SMALL_INDEX_CHUNKS) return terms;
  const rarer = terms.filter(({ stem }) => {
    const count = holding.get(stem) ?? 0;
    return count > 0 && count <= COMMON_SHARE * chunks;
  });
  return rarer.length > 0 ? rarer : terms;
}
