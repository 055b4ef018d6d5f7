import { SLOT_BITS } from "../slots.ts";
import { TITLE_WEIGHT } from "../schema.ts";
import { matchAny, type QueryTerm } from "./query-terms.ts";
import type { ScopeFilter } from "./search-scope.ts";

/** A chunk with its normalized words, and the words of its document's name and headings. */
export interface Candidate {
  readonly row: number;
  readonly title: string;
  readonly words: string;
}

/** The limit is inlined, because SQLite recompiles a statement with a bound limit at each search. */
const chunksOf = ({ tables, condition }: ScopeFilter, limit: number): string => `WITH RECURSIVE ${tables}
  SELECT rowid AS row FROM chunk_fts
  WHERE chunk_fts MATCH ?5 AND ${condition} AND (rowid >> ${SLOT_BITS}) NOT IN (SELECT slot FROM inactive_slot)
  ORDER BY bm25(chunk_fts, ${TITLE_WEIGHT}, 1), rowid LIMIT ${limit}`;
const WORDS =
  "SELECT rowid AS row, title, body AS words FROM chunk_fts WHERE rowid IN (SELECT value FROM json_each(?))";

/**
 * The rows of the best chunks in scope by BM25.
 * @param rarer the terms to match first; if they match fewer than `count` chunks, the query uses all `terms`
 */
export function findCandidates(
  sql: SqlStorage,
  filter: ScopeFilter,
  { terms, rarer, count }: { terms: readonly QueryTerm[]; rarer: readonly QueryTerm[]; count: number },
): number[] {
  const matching = (wanted: readonly QueryTerm[]): number[] =>
    sql
      .exec<{ row: number }>(chunksOf(filter, count), ...filter.values, matchAny(wanted))
      .toArray()
      .map(({ row }) => row);
  const found = matching(rarer);
  return found.length < count && rarer.length < terms.length ? matching(terms) : found;
}

/** The words of the chunks, in the given order. */
export function readWords(sql: SqlStorage, rows: readonly number[]): Candidate[] {
  const found = new Map<number, Candidate>();
  for (const each of sql.exec<Candidate & Record<string, SqlStorageValue>>(WORDS, JSON.stringify(rows)))
    found.set(each.row, each);
  return rows.flatMap((row) => found.get(row) ?? []);
}
