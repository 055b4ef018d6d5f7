import { matchAny } from "./query-terms.ts";
import type { QueryTerm } from "./query-terms.ts";
import { TITLE_WEIGHT } from "../schema.ts";
import type { ScopeFilter } from "./search-scope.ts";
import { documentRow, SLOT_BITS, slotOfChunk } from "../slots.ts";

/**
 * A chunk that matches the query. Scores are FTS5's bm25 with positive sign; `words` are the normalized words
 * of its text.
 */
export interface Candidate {
  readonly row: number;
  readonly score: number;
  /** The BM25 score of the whole document. */
  readonly assetScore: number;
  readonly title: string;
  readonly words: string;
}

/** The limit is inlined, because SQLite recompiles a statement with a bound limit at each search. */
const chunksOf = ({ tables, condition }: ScopeFilter, limit: number): string => `WITH RECURSIVE ${tables}
  SELECT rowid AS row, -bm25(chunk_fts, ${TITLE_WEIGHT}, 1) AS score FROM chunk_fts
  WHERE chunk_fts MATCH ?5 AND ${condition} AND (rowid >> ${SLOT_BITS}) NOT IN (SELECT slot FROM inactive_slot)
  ORDER BY score DESC, rowid LIMIT ${limit}`;
const ASSETS = `SELECT rowid AS row, -bm25(asset_fts, ${TITLE_WEIGHT}, 1) AS score FROM asset_fts
  WHERE asset_fts MATCH ?1 AND +rowid IN (SELECT value FROM json_each(?2))`;
const WORDS =
  "SELECT rowid AS row, title, body AS words FROM chunk_fts WHERE rowid IN (SELECT value FROM json_each(?))";

type Found = { row: number; score: number };

/**
 * The best chunks in scope by BM25.
 * @param rarer the terms to match first; if they match fewer than `count` chunks, the query uses all `terms`
 */
export function findCandidates(
  sql: SqlStorage,
  filter: ScopeFilter,
  { terms, rarer, count }: { terms: readonly QueryTerm[]; rarer: readonly QueryTerm[]; count: number },
): Candidate[] {
  let wanted = rarer;
  let found = findMatching(sql, filter, matchAny(wanted), count);
  if (found.length < count && rarer.length < terms.length)
    found = findMatching(sql, filter, matchAny((wanted = terms)), count);
  return describeCandidates(sql, found, wanted);
}

/** The chunks in scope that match the FTS5 expression best. */
export function findMatching(sql: SqlStorage, filter: ScopeFilter, match: string, count: number): Found[] {
  return sql.exec<Found>(chunksOf(filter, count), ...filter.values, match).toArray();
}

/**
 * Adds document scores, titles and words to the matches.
 * @param wanted terms for the document scores
 */
export function describeCandidates(
  sql: SqlStorage,
  found: readonly Found[],
  wanted: readonly QueryTerm[],
): Candidate[] {
  if (found.length === 0) return [];
  const assetScores = new Map<number, number>();
  const documents = [...new Set(found.map(({ row }) => documentRow(slotOfChunk(row))))];
  for (const { row, score } of sql.exec<Found>(ASSETS, matchAny(wanted), JSON.stringify(documents))) {
    assetScores.set(row, score);
  }
  const words = new Map<number, { title: string; words: string }>();
  const rows = JSON.stringify(found.map(({ row }) => row));
  for (const row of sql.exec<{ row: number; title: string; words: string }>(WORDS, rows))
    words.set(row.row, row);
  return found.map(({ row, score }) => ({
    row,
    score,
    assetScore: assetScores.get(documentRow(slotOfChunk(row))) ?? 0,
    title: words.get(row)?.title ?? "",
    words: words.get(row)?.words ?? "",
  }));
}
