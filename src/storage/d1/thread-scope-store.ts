import { sql, type SQL } from "drizzle-orm";
import { grantedOnAsset, isWithin, listOf } from "./access-sql.ts";
import type { Database } from "./database.ts";
import { assets } from "./schema/assets.ts";

/** An asset that somebody wants in a thread's scope. */
export type ScopeAsset = Awaited<ReturnType<typeof findScopeAssets>>[number];

export function findScopeAssets(db: Database, actor: SQL, assetIds: readonly string[], homeId: string) {
  const isUnderHome = sql<number>`EXISTS (SELECT 1 FROM asset_collections uh JOIN collections uc ON uc.id = uh.collection_id
    AND uc.lifecycle_state = 'active' JOIN collections home ON home.id = ${homeId}
    WHERE uh.asset_id = "assets"."id" AND ${isWithin(sql`uc.path`, sql`home.path`)})`;
  return db.build
    .select({
      id: assets.id,
      organizationId: assets.organizationId,
      lifecycleState: assets.lifecycleState,
      granted: grantedOnAsset(actor, sql`"assets"."id"`).as("granted"),
      isUnderHome: isUnderHome.as("is_under_home"),
    })
    .from(assets)
    .where(sql`${assets.id} IN (SELECT value FROM ${listOf(assetIds)}) AND ${assets.lifecycleState} <> 'deleted'`);
}

/** Adds collections and assets to a thread's scope; what is there stays. */
export function insertScope(
  db: Database,
  threadId: string,
  scope: { readonly collectionIds: readonly string[]; readonly assetIds: readonly string[] },
  createdBy: string,
  at: Date,
) {
  return db.build.run(sql`INSERT INTO thread_scope (thread_id, kind, target_id, created_at, created_by)
    SELECT ${threadId}, 'collection', value, ${at.getTime()}, ${createdBy} FROM ${listOf(scope.collectionIds)} WHERE true
    UNION ALL SELECT ${threadId}, 'asset', value, ${at.getTime()}, ${createdBy} FROM ${listOf(scope.assetIds)} WHERE true
    ON CONFLICT (thread_id, kind, target_id) DO NOTHING`);
}
