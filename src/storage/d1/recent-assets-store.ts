import { sql, type SQL } from "drizzle-orm";
import type { RecentAssetSortField } from "../../domain/asset-sort.ts";
import type { Page, SortTerm } from "../../domain/listing.ts";
import { listOf, mayOnAsset } from "./access-sql.ts";
import { assetOrder } from "./asset-listing-store.ts";
import { assetViewColumns } from "./asset-store.ts";
import type { Database } from "./database.ts";
import { assets } from "./schema/assets.ts";

/** Puts assets at the top of a user's recent ones. @param userId his id, or SQL that yields it */
export function touchRecentAssets(db: Database, userId: string | SQL, assetIds: readonly string[], at: Date) {
  return db.build.run(sql`INSERT INTO recent_assets (user_id, asset_id, at)
    SELECT ${userId}, value, ${at.getTime()} FROM ${listOf(assetIds)} WHERE true
    ON CONFLICT (user_id, asset_id) DO UPDATE SET at = max(at, excluded.at)`);
}

/** A page of the actor's recent assets: those that he may read now and whose upload has ended. */
export function listRecentAssets(db: Database, actor: SQL, listing: Page & { readonly sort: readonly SortTerm<RecentAssetSortField>[] }) {
  const { sort, limit, offset } = listing;
  const page = sql`SELECT ra.id FROM recent_assets r CROSS JOIN assets ra ON ra.id = r.asset_id
    WHERE r.user_id = ${actor} AND ra.lifecycle_state NOT IN ('uploading', 'deleted') AND ${mayOnAsset(actor, sql`ra.id`, "read")}
    ORDER BY ${assetOrder("ra", sort, sql`r.at`)} LIMIT ${limit} OFFSET ${offset}`;
  const at = sql`(SELECT r.at FROM recent_assets r WHERE r.user_id = ${actor} AND r.asset_id = "assets"."id")`;
  return db.build
    .select(assetViewColumns(actor))
    .from(assets)
    .where(sql`${assets.id} IN (${page})`)
    .orderBy(assetOrder("assets", sort, at));
}
