import { sql, type SQL } from "drizzle-orm";
import type { ScopeTargets } from "../../../domain/thread-scope.ts";
import { grantedOnAsset, isAliveAsset, isWithin, listOf } from "../core/access.ts";
import { awaitsUpload } from "../assets/awaits-upload.ts";
import type { Database, Statement } from "../core/database.ts";
import { assets } from "../schema/assets.ts";

/** Whether an active collection in the subtree of `homeId` holds the asset. */
export function isHeldBelow(assetId: SQL, homeId: SQL): SQL<number> {
  return sql<number>`EXISTS (SELECT 1 FROM asset_collections uh JOIN collections uc ON uc.id = uh.collection_id
    AND uc.lifecycle_state = 'active' JOIN collections home ON home.id = ${homeId}
    WHERE uh.asset_id = ${assetId} AND ${isWithin(sql`uc.path`, sql`home.path`)})`;
}

/** The named assets that are not deleted, with the data for checking whether a scope may contain them. */
export function findScopeAssets(db: Database, actor: SQL, assetIds: readonly string[], homeId: SQL) {
  const assetId = sql.raw(`"assets"."id"`);
  return db.build
    .select({
      id: assets.id,
      organizationId: assets.organizationId,
      awaitsBytes: sql<number>`${awaitsUpload("assets")}`.as("awaits_bytes"),
      granted: grantedOnAsset(actor, assetId).as("granted"),
      isUnderHome: isHeldBelow(assetId, homeId).as("is_under_home"),
    })
    .from(assets)
    .where(sql`${assets.id} IN (SELECT value FROM ${listOf(assetIds)}) AND ${isAliveAsset("assets")}`);
}

/** Adds targets to a thread's scope. Existing rows stay unchanged. */
export function insertScope(
  { build }: Database,
  threadId: string,
  scope: ScopeTargets,
  createdBy: string,
  at: Date,
): Statement {
  return build.run(sql`INSERT INTO thread_scope (thread_id, kind, target_id, created_at, created_by)
    SELECT ${threadId}, 'collection', value, ${at.getTime()}, ${createdBy} FROM ${listOf(scope.collectionIds)} WHERE true
    UNION ALL SELECT ${threadId}, 'asset', value, ${at.getTime()}, ${createdBy} FROM ${listOf(scope.assetIds)} WHERE true
    ON CONFLICT (thread_id, kind, target_id) DO NOTHING`);
}

/** Removes targets from a thread's scope. */
export function deleteScope(
  { build }: Database,
  threadId: string,
  { collectionIds, assetIds }: ScopeTargets,
): Statement[] {
  const take = (kind: string, ids: readonly string[]): Statement =>
    build.run(
      sql`DELETE FROM thread_scope WHERE thread_id = ${threadId} AND kind = ${kind} AND target_id IN (SELECT value FROM ${listOf(ids)})`,
    );
  return [take("collection", collectionIds), take("asset", assetIds)];
}

/** Returns the targets among these that the thread's scope names. */
export function findInScope({ build }: Database, threadId: string, targets: ScopeTargets) {
  return build.all<{ readonly id: string }>(inScope(threadId, targets));
}

/** Whether the thread's scope names exactly `count` of the targets. */
export function isInThreadScope(threadId: string, targets: ScopeTargets, count: number): SQL {
  return sql`(SELECT count(*) FROM (${inScope(threadId, targets)})) = ${count}`;
}

function inScope(threadId: string, { collectionIds, assetIds }: ScopeTargets): SQL {
  return sql`SELECT sc.target_id AS id FROM ${listOf(collectionIds)} named
      CROSS JOIN thread_scope sc ON sc.thread_id = ${threadId} AND sc.kind = 'collection' AND sc.target_id = named.value
    UNION ALL SELECT sa.target_id FROM ${listOf(assetIds)} named
      CROSS JOIN thread_scope sa ON sa.thread_id = ${threadId} AND sa.kind = 'asset' AND sa.target_id = named.value`;
}
