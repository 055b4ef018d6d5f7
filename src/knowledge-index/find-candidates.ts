import type { SearchInput } from "./api.ts";
import { matchAny } from "./query-words.ts";
import type { QueryTerm } from "./query-words.ts";
import { CHUNKS_PER_ASSET, CHUNK_BITS, TITLE_WEIGHT } from "./schema.ts";

/** A chunk that holds a term of the query. Scores are FTS5's bm25 turned positive; `words` are the folded words of its text. */
export interface Candidate {
  readonly row: number;
  readonly score: number;
  /** The score of its whole document. */
  readonly assetScore: number;
  readonly title: string;
  readonly words: string;
}

type Scope = Pick<SearchInput, "collectionIds" | "assetIds" | "excludedAssetIds">;

// Looking up the scope by the row id itself: `rowid IN (SELECT …)` would make FTS5 run the query once for each row of the scope.
const CHUNKS = `WITH scope (asset) AS MATERIALIZED (
    SELECT asset FROM asset_collection WHERE collection_id IN (SELECT value FROM json_each(?1))
    UNION SELECT row FROM asset WHERE id IN (SELECT value FROM json_each(?2))
    EXCEPT SELECT row FROM asset WHERE id IN (SELECT value FROM json_each(?3)))
  SELECT rowid AS row, -bm25(chunk_fts, ${TITLE_WEIGHT}, 1) AS score FROM chunk_fts
  WHERE chunk_fts MATCH ?4 AND (rowid >> ${CHUNK_BITS}) IN scope ORDER BY score DESC, rowid LIMIT ?5`;
const ASSETS = `SELECT rowid AS row, -bm25(asset_fts, ${TITLE_WEIGHT}, 1) AS score FROM asset_fts
  WHERE asset_fts MATCH ?1 AND +rowid IN (SELECT value FROM json_each(?2))`;
const WORDS = "SELECT rowid AS row, title, body AS words FROM chunk_fts WHERE rowid IN (SELECT value FROM json_each(?))";

/** The best chunks of the scope by bm25. @param rarer the terms to look for; when they do not fill `count`, all `terms` are looked for */
export function findCandidates(
  sql: SqlStorage,
  scope: Scope,
  { terms, rarer, count }: { terms: readonly QueryTerm[]; rarer: readonly QueryTerm[]; count: number },
): Candidate[] {
  const find = (wanted: readonly QueryTerm[]): { row: number; score: number }[] =>
    sql
      .exec<{ row: number; score: number }>(
        CHUNKS,
        JSON.stringify(scope.collectionIds),
        JSON.stringify(scope.assetIds),
        JSON.stringify(scope.excludedAssetIds ?? []),
        matchAny(wanted),
        count,
      )
      .toArray();
  let wanted = rarer;
  let found = find(wanted);
  if (found.length < count && rarer.length < terms.length) found = find((wanted = terms));
  if (found.length === 0) return [];

  const assetScores = new Map<number, number>();
  const assets = [...new Set(found.map(({ row }) => assetOf(row)))];
  for (const { row, score } of sql.exec<{ row: number; score: number }>(ASSETS, matchAny(wanted), JSON.stringify(assets))) {
    assetScores.set(row, score);
  }
  const words = new Map<number, { title: string; words: string }>();
  const rows = JSON.stringify(found.map(({ row }) => row));
  for (const row of sql.exec<{ row: number; title: string; words: string }>(WORDS, rows)) words.set(row.row, row);
  return found.map(({ row, score }) => ({
    row,
    score,
    assetScore: assetScores.get(assetOf(row)) ?? 0,
    title: words.get(row)?.title ?? "",
    words: words.get(row)?.words ?? "",
  }));
}

function assetOf(chunkRow: number): number {
  return Math.floor(chunkRow / CHUNKS_PER_ASSET);
}
