import { sql, type SQL } from "drizzle-orm";
import type { ScopeTargets } from "../../../domain/thread-scope.ts";
import { isAliveAsset, isWithin, listOf, mayOnAsset, mayOnCollection, mayOnPath } from "../core/access.ts";
import { awaitsUpload } from "../assets/awaits-upload.ts";
import type { Assertion } from "../core/commit.ts";
import { isHeldBelow } from "./scope.ts";

/**
 * Asserts that the user may still attach these targets to a thread with this home. All targets must be
 * uploaded, readable, and in the home's organization. Targets outside the home's subtree must be shareable.
 */
export function scopeAssertions(userId: string, homeId: string, scope: ScopeTargets): Assertion[] {
  const me = sql`${userId}`;
  const wantedAsset = sql`wanted.value`;
  const isUnderHome = isHeldBelow(sql`wa.id`, sql`hm.id`);
  const collections = sql`NOT EXISTS (SELECT 1 FROM ${listOf(scope.collectionIds)} wanted CROSS JOIN collections hm ON hm.id = ${homeId}
    LEFT JOIN collections wc ON wc.id = wanted.value AND wc.lifecycle_state = 'active' AND wc.organization_id = hm.organization_id
    WHERE wc.id IS NULL OR NOT (${mayOnPath(me, sql`wc.path`, "share")}
      OR ${isWithin(sql`wc.path`, sql`hm.path`)} AND ${mayOnPath(me, sql`wc.path`, "read")}))`;
  const assets = sql`NOT EXISTS (SELECT 1 FROM ${listOf(scope.assetIds)} wanted CROSS JOIN collections hm ON hm.id = ${homeId}
    LEFT JOIN assets wa ON wa.id = wanted.value AND ${isAliveAsset("wa")} AND NOT ${awaitsUpload("wa")} AND wa.organization_id = hm.organization_id
    WHERE wa.id IS NULL OR NOT (${mayOnAsset(me, wantedAsset, "share")} OR ${isUnderHome} AND ${mayOnAsset(me, wantedAsset, "read")}))`;
  return [
    { name: "may_chat", holds: mayOnCollection(me, sql`${homeId}`, "chat") },
    { name: "may_bring_collections", holds: collections },
    { name: "may_bring_assets", holds: assets },
  ];
}

/** Whether the user may still read all targets. */
export function mayReadAll(userId: string, { collectionIds, assetIds }: ScopeTargets): SQL {
  const me = sql`${userId}`;
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(collectionIds)} wanted WHERE NOT ${mayOnCollection(me, sql`wanted.value`, "read")})
    AND NOT EXISTS (SELECT 1 FROM ${listOf(assetIds)} wanted LEFT JOIN assets ra ON ra.id = wanted.value AND ${isAliveAsset("ra")}
      WHERE ra.id IS NULL OR NOT ${mayOnAsset(me, sql`ra.id`, "read")})`;
}
