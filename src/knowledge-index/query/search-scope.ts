import type { SearchInput } from "../api.ts";
import { CHUNK_BITS } from "../schema.ts";

/** In a scope with more assets, the query checks each match instead of listing the assets. */
const FEW_ASSETS = 5_000;

export type SearchScope = Pick<
  SearchInput,
  "collectionIds" | "excludedCollectionIds" | "assetIds" | "excludedAssetIds"
>;

/** The SQL of a scope: `tables` belong in a WITH clause and use `values` as ?1 and following. */
export interface ScopeFilter {
  readonly tables: string;
  readonly condition: string;
  readonly values: readonly string[];
  /** Whether `tables` contains `held`, the assets in scope. */
  readonly isListed: boolean;
}

// UNION ends the recursion in a cycle. Two D1 responses of different age can create a cycle for a moment.
const INSIDE = `inside (id) AS (
    SELECT value FROM json_each(?1)
    UNION SELECT c.id FROM inside JOIN collection c ON c.parent_id = inside.id WHERE c.id NOT IN (SELECT value FROM json_each(?2)))`;
const NAMED = `named (asset) AS MATERIALIZED (SELECT row FROM asset WHERE id IN (SELECT value FROM json_each(?3))),
  left_out (asset) AS MATERIALIZED (SELECT row FROM asset WHERE id IN (SELECT value FROM json_each(?4)))`;
const ASSET = `(chunk_fts.rowid >> ${CHUNK_BITS})`;

/**
 * The cheapest SQL condition for a scope. A whole organization needs no condition. A small scope lists its
 * assets. In a large scope, the query looks up the collections of each match. The condition reads the row id
 * itself, because `rowid IN (SELECT …)` would make FTS5 run the query once for each row.
 */
export function scopeFilter(sql: SqlStorage, scope: SearchScope): ScopeFilter {
  const lists = [
    scope.collectionIds,
    scope.excludedCollectionIds ?? [],
    scope.assetIds,
    scope.excludedAssetIds ?? [],
  ];
  const values = lists.map((list) => JSON.stringify(list));
  const isKept = `${ASSET} NOT IN left_out`;
  if (isEverything(sql, scope)) return { tables: NAMED, condition: isKept, values, isListed: false };
  const few = sql
    .exec(
      `WITH RECURSIVE ${INSIDE} SELECT 1 FROM asset_collection WHERE collection_id IN inside LIMIT ${FEW_ASSETS + 1}`,
      values[0] ?? "[]",
      values[1] ?? "[]",
    )
    .toArray();
  if (few.length <= FEW_ASSETS) {
    const held = `held (asset) AS MATERIALIZED (SELECT asset FROM asset_collection WHERE collection_id IN inside UNION SELECT asset FROM named)`;
    return {
      tables: `${INSIDE}, ${NAMED}, ${held}`,
      condition: `${ASSET} IN held AND ${isKept}`,
      values,
      isListed: true,
    };
  }
  // The unary plus disables the index: the planner would otherwise scan all collections for each match.
  const isHeld = `EXISTS (SELECT 1 FROM asset_collection ac WHERE ac.asset = ${ASSET} AND +ac.collection_id IN inside)`;
  const tables = `${INSIDE.replace("AS (", "AS MATERIALIZED (")}, ${NAMED}`;
  return { tables, condition: `(${isHeld} OR ${ASSET} IN named) AND ${isKept}`, values, isListed: false };
}

/** Whether all root collections are in scope and no collection is excluded. */
function isEverything(sql: SqlStorage, { collectionIds, excludedCollectionIds = [] }: SearchScope): boolean {
  if (collectionIds.length === 0 || excludedCollectionIds.length > 0) return false;
  const select = `SELECT 1 FROM collection WHERE parent_id IS NULL AND id NOT IN (SELECT value FROM json_each(?)) LIMIT 1`;
  return sql.exec(select, JSON.stringify(collectionIds)).toArray().length === 0;
}
