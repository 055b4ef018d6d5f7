import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField, RecentAssetSortField } from "../../../domain/asset-sort.ts";
import type { SortTerm } from "../../../domain/page.ts";
import { listOf } from "../core/access.ts";
import { assetOrder } from "./asset-listing.ts";
import type { AssetRow } from "./assets.ts";
import type { Database } from "../core/database.ts";
import { findAssetsWithPaths, findGrantsOn, parentPathsOf, parentCollectionsOf } from "./visible-assets.ts";

/**
 * Moves assets to the top of a user's recent assets.
 * @param userId the id, or SQL that yields the id
 */
export function touchRecentAssets(db: Database, userId: string | SQL, assetIds: readonly string[], at: Date) {
  return db.build.run(sql`INSERT INTO recent_assets (user_id, asset_id, at)
    SELECT ${userId}, value, ${at.getTime()} FROM ${listOf(assetIds)} WHERE true
    ON CONFLICT (user_id, asset_id) DO UPDATE SET at = max(at, excluded.at)`);
}

/**
 * Recent assets examined at most. An order by one field examines its first assets; an order by several fields
 * sorts the newest assets.
 */
export const RECENT_ASSETS_SEEN = 1_000;

export const NEWEST_FIRST: readonly [SortTerm<RecentAssetSortField>] = [
  { field: "recentAt", descending: true },
];

type RecentSort = readonly SortTerm<RecentAssetSortField>[];

/**
 * The first of the actor's recent assets in an order, readable or not, with the paths of their collections
 * and the actor's grants on these collections.
 */
export function findFirstRecent(db: Database, actor: SQL, sort: RecentSort, limit: number) {
  return withPaths(db, actor, firstOf(actor, sort, limit));
}

/** Like `findFirstRecent`, but returns only id, state and the paths of the collections. */
export function findRecentCandidates(db: Database, actor: SQL, limit: number, sort: RecentSort) {
  const first = sql`SELECT ra.id, ra.lifecycle_state, ra.holders FROM (${firstOf(actor, sort, limit)}) shown CROSS JOIN assets ra ON ra.id = shown.id`;
  return {
    candidates: db.build.all<RecentCandidate>(
      sql`SELECT first.id, first.lifecycle_state AS lifecycleState, ${parentPathsOf("first")} AS holderPaths FROM (${first}) first`,
    ),
    grants: findGrantsOn(db, actor, pathsOf(first)),
  };
}

export interface RecentCandidate {
  readonly id: string;
  readonly lifecycleState: AssetRow["lifecycleState"];
  /** Encoded as JSON. */
  readonly holderPaths: string;
}

/**
 * Assets in the given order, readable or not, with the paths of their collections and the actor's grants on
 * these collections.
 */
export function findNamedAssets(db: Database, actor: SQL, assetIds: readonly string[]) {
  return withPaths(db, actor, sql`SELECT value AS id FROM ${listOf(assetIds)}`);
}

function withPaths(db: Database, actor: SQL, ids: SQL) {
  const held = sql`SELECT wh.id, wh.holders FROM (${ids}) named CROSS JOIN assets wh ON wh.id = named.id`;
  return { assets: findAssetsWithPaths(db, ids), grants: findGrantsOn(db, actor, pathsOf(held)) };
}

const COPIES: Record<AssetSortField, { readonly column: string; readonly index: string }> = {
  displayName: { column: "display_name", index: "recent_assets_by_name" },
  createdAt: { column: "asset_created_at", index: "recent_assets_by_creation" },
  modifiedAt: { column: "asset_modified_at", index: "recent_assets_by_change" },
  filesize: { column: "file_size", index: "recent_assets_by_size" },
  contentType: { column: "content_type", index: "recent_assets_by_type" },
};

/** Ids of recent assets in an order. An index serves orders by one field. */
function firstOf(actor: SQL, sort: RecentSort, limit: number): SQL {
  const [first, ...more] = sort;
  if (first === undefined || more.length > 0) {
    return sql`SELECT sr.id FROM (${firstOf(actor, NEWEST_FIRST, RECENT_ASSETS_SEEN)}) newest CROSS JOIN assets sr ON sr.id = newest.id
      ORDER BY ${assetOrder("sr", sort, sql`newest.at`)} LIMIT ${limit}`;
  }
  const direction = first.descending ? sql`DESC` : sql`ASC`;
  if (first.field === "recentAt") {
    return sql`SELECT rn.asset_id AS id, rn.at FROM recent_assets rn WHERE rn.user_id = ${actor}
      ORDER BY rn.at ${direction}, rn.asset_id ${direction} LIMIT ${limit}`;
  }
  const { column, index } = COPIES[first.field];
  return sql`SELECT rn.asset_id AS id FROM recent_assets rn INDEXED BY ${sql.identifier(index)} WHERE rn.user_id = ${actor} AND rn.listed = 1
    ORDER BY rn.${sql.identifier(column)} ${direction}, rn.asset_id ${direction} LIMIT ${limit}`;
}

/** @param held SQL that yields `id` and `holders` of assets */
function pathsOf(held: SQL): SQL {
  return sql`SELECT po.path FROM (${held}) holds CROSS JOIN json_each(${parentCollectionsOf("holds")} -> 0) one
    CROSS JOIN collections po ON po.id = one.value AND po.lifecycle_state = 'active'`;
}
