import { sql } from "drizzle-orm";
import { isWithin, listOf, mayOnAsset, mayOnCollection, mayOnPath } from "./access-sql.ts";
import type { Assertion } from "./commit.ts";

/**
 * That the user may still begin a thread in this home with this scope: all of it is there, in the home's organization, and readable; what
 * lies outside the home's subtree he may also share.
 */
export function scopeAssertions(
  userId: string,
  homeId: string,
  scope: { readonly collectionIds: readonly string[]; readonly assetIds: readonly string[] },
): Assertion[] {
  const me = sql`${userId}`;
  const wantedAsset = sql`wanted.value`;
  const isUnderHome = sql`EXISTS (SELECT 1 FROM asset_collections uh JOIN collections uc ON uc.id = uh.collection_id
    AND uc.lifecycle_state = 'active' WHERE uh.asset_id = wa.id AND ${isWithin(sql`uc.path`, sql`hm.path`)})`;
  const collections = sql`NOT EXISTS (SELECT 1 FROM ${listOf(scope.collectionIds)} wanted CROSS JOIN collections hm ON hm.id = ${homeId}
    LEFT JOIN collections wc ON wc.id = wanted.value AND wc.lifecycle_state = 'active' AND wc.organization_id = hm.organization_id
    WHERE wc.id IS NULL OR NOT (${mayOnPath(me, sql`wc.path`, "share")}
      OR ${isWithin(sql`wc.path`, sql`hm.path`)} AND ${mayOnPath(me, sql`wc.path`, "read")}))`;
  const assets = sql`NOT EXISTS (SELECT 1 FROM ${listOf(scope.assetIds)} wanted CROSS JOIN collections hm ON hm.id = ${homeId}
    LEFT JOIN assets wa ON wa.id = wanted.value AND wa.lifecycle_state <> 'deleted' AND wa.organization_id = hm.organization_id
    WHERE wa.id IS NULL OR NOT (${mayOnAsset(me, wantedAsset, "share")} OR ${isUnderHome} AND ${mayOnAsset(me, wantedAsset, "read")}))`;
  return [
    { name: "may_chat", holds: mayOnCollection(me, sql`${homeId}`, "chat") },
    { name: "may_bring_collections", holds: collections },
    { name: "may_bring_assets", holds: assets },
  ];
}
