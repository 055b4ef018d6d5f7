import { sql, type SQL } from "drizzle-orm";
import { isWithin, listOf, mayOnAsset, mayOnPath } from "./access-sql.ts";
import { assetViewColumns } from "./asset-store.ts";
import type { Database } from "./database.ts";
import { assets } from "./schema/assets.ts";

/** A collection that a search may look into. */
export interface ScopeCollection {
  readonly id: string;
  readonly organizationId: string;
}

/** Everything that the actor may read. */
export function listSearchableCollections({ build }: Database, actor: SQL) {
  return build.all<ScopeCollection>(sql`
    SELECT DISTINCT below.id AS id, below.organization_id AS "organizationId" FROM grants held
    CROSS JOIN collections top ON top.id = held.collection_id
    CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'
    WHERE held.user_id = ${actor}`);
}

/** Which of the named collections the actor may read. */
export function listReadable({ build }: Database, actor: SQL, collectionIds: readonly string[]) {
  return build.all<{ readonly id: string }>(sql`
    SELECT top.id AS id FROM ${listOf(collectionIds)} named
    CROSS JOIN collections top ON top.id = named.value AND top.lifecycle_state = 'active'
    WHERE ${mayOnPath(actor, sql`top.path`, "read")}`);
}

/** The named collections that the actor may read, and everything below them, each once. */
export function listSubtrees({ build }: Database, actor: SQL, collectionIds: readonly string[]) {
  return build.all<ScopeCollection>(sql`
    SELECT DISTINCT below.id AS id, below.organization_id AS "organizationId" FROM ${listOf(collectionIds)} named
    CROSS JOIN collections top ON top.id = named.value AND top.lifecycle_state = 'active'
    CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'
    WHERE ${mayOnPath(actor, sql`top.path`, "read")}`);
}

/** The named assets that the actor may read. */
export function findReadableAssets(db: Database, actor: SQL, assetIds: readonly string[]) {
  return db.build
    .select(assetViewColumns(actor))
    .from(assets)
    .where(
      sql`${assets.id} IN (SELECT value FROM ${listOf(assetIds)}) AND ${assets.lifecycleState} <> 'deleted'
        AND ${mayOnAsset(actor, sql`"assets"."id"`, "read")}`,
    );
}
