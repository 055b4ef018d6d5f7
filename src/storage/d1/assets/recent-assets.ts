import { sql, type SQL } from "drizzle-orm";
import type { RecentAssetSortField } from "../../../domain/asset-sort.ts";
import type { SortTerm } from "../../../domain/listing.ts";
import { listOf } from "../core/access.ts";
import { assetOrder } from "./asset-listing.ts";
import type { AssetRow } from "./assets.ts";
import type { Database } from "../core/database.ts";
import { findAssetsWithPaths, findGrantsOn, holderPathsOf, holdersOf } from "./shown-assets.ts";

/** Puts assets at the top of a user's recent ones. @param userId their id, or SQL that yields it */
export function touchRecentAssets(db: Database, userId: string | SQL, assetIds: readonly string[], at: Date) {
  return db.build.run(sql`INSERT INTO recent_assets (user_id, asset_id, at)
    SELECT ${userId}, value, ${at.getTime()} FROM ${listOf(assetIds)} WHERE true
    ON CONFLICT (user_id, asset_id) DO UPDATE SET at = max(at, excluded.at)`);
}

/** How many of a user's recent assets are looked at, the newest first. */
export const RECENT_ASSETS_SEEN = 1_000;

/** The actor's newest recent assets, readable or not, with the paths of what holds them, and the actor's grants on these. */
export function findNewestRecent(db: Database, actor: SQL, limit: number) {
  return withPaths(db, actor, newestOf(actor, limit));
}

/** The first assets of the newest recent ones in an order: of each its id, its state and the paths of what holds it alone. */
export function findRecentCandidates(db: Database, actor: SQL, limit: number, sort: readonly SortTerm<RecentAssetSortField>[]) {
  const isNewestFirst = sort.length === 1 && sort[0]?.field === "recentAt" && sort[0].descending;
  const newest = newestOf(actor, isNewestFirst ? limit : RECENT_ASSETS_SEEN);
  const first = sql`SELECT ra.id, ra.lifecycle_state, ra.holders FROM (${newest}) shown CROSS JOIN assets ra ON ra.id = shown.id
    ORDER BY ${assetOrder("ra", sort, sql`shown.at`)} LIMIT ${limit}`;
  return {
    candidates: db.build.all<RecentCandidate>(
      sql`SELECT first.id, first.lifecycle_state AS lifecycleState, ${holderPathsOf("first")} AS holderPaths FROM (${first}) first`,
    ),
    grants: findGrantsOn(db, actor, pathsOf(first)),
  };
}

export interface RecentCandidate {
  readonly id: string;
  readonly lifecycleState: AssetRow["lifecycleState"];
  /** JSON. */
  readonly holderPaths: string;
}

/** Named assets, readable or not, in that order, with the paths of what holds them, and the actor's grants on these. */
export function findNamedAssets(db: Database, actor: SQL, assetIds: readonly string[]) {
  return withPaths(db, actor, sql`SELECT value AS id FROM ${listOf(assetIds)}`);
}

function withPaths(db: Database, actor: SQL, ids: SQL) {
  const held = sql`SELECT wh.id, wh.holders FROM (${ids}) named CROSS JOIN assets wh ON wh.id = named.id`;
  return { assets: findAssetsWithPaths(db, ids), grants: findGrantsOn(db, actor, pathsOf(held)) };
}

function newestOf(actor: SQL, limit: number): SQL {
  return sql`SELECT rn.asset_id AS id, rn.at FROM recent_assets rn WHERE rn.user_id = ${actor} ORDER BY rn.at DESC, rn.asset_id DESC LIMIT ${limit}`;
}

/** @param held yields `id` and `holders` of assets */
function pathsOf(held: SQL): SQL {
  return sql`SELECT po.path FROM (${held}) holds CROSS JOIN json_each(${holdersOf("holds")} -> 0) one
    CROSS JOIN collections po ON po.id = one.value AND po.lifecycle_state = 'active'`;
}
