import { sql, type SQL } from "drizzle-orm";
import type { IdempotencyKey } from "../../../domain/idempotency.ts";
import type { ScopeTargets } from "../../../domain/thread-scope.ts";
import { isActiveUser, isAliveAsset, isAliveThread, isWithin, listOf, mayOnAsset } from "../core/access.ts";
import { assetViewColumns } from "../assets/assets.ts";
import { findCollections } from "../collections/collections.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { isMessageOf } from "./message-row-id.ts";
import { findFirstRequest } from "../core/idempotency.ts";
import { assets } from "../schema/assets.ts";
import { collections } from "../schema/collections.ts";
import { mayReadAll, scopeAssertions } from "./scope-assertions.ts";
import {
  deleteScope,
  findInScope,
  findScopeAssets,
  insertScope,
  isHeldBelow,
  isInThreadScope,
} from "./scope.ts";
import { threadRootPaths } from "./thread-roots.ts";
import { findThread } from "./threads.ts";
import { assetsAmong, UNFINISHED } from "../assets/deferred-assets.ts";

/** The effect of a change on the thread's scope, relative to the scope that the use case read. */
export interface ScopeChange {
  readonly threadId: string;
  readonly homeId: string;
  readonly added: ScopeTargets;
  readonly removed: ScopeTargets;
  /** Whether answers may use knowledge outside the scope, before and after. */
  readonly world: { readonly before: boolean; readonly after: boolean };
}

/**
 * Assets and collections that a thread may name besides its home. Every question sends these targets to all
 * listeners.
 */
export const MAX_SCOPE = 2_000;

interface Asked {
  readonly userId: string;
  readonly threadId: string;
  readonly messageId: string;
  /** Idempotency key of the change. */
  readonly key: IdempotencyKey;
  /** All targets that the change names. */
  readonly named: ScopeTargets;
}

/** The queries for checking a scope change. */
export function changeQueries(db: Database, { userId, threadId, messageId, key, named }: Asked, now: Date) {
  const { build } = db;
  const actor = sql`${userId}`;
  const homeId = sql`(SELECT ht.home_collection_id FROM threads ht WHERE ht.id = ${threadId})`;
  return {
    remembered: findFirstRequest(db, key, now),
    message: build.all<{ id: string }>(
      sql`SELECT um.id AS id FROM messages um WHERE ${isMessageOf("um", threadId, messageId)}`,
    ),
    author: build.all<{ id: string }>(
      sql`SELECT cu.id AS id FROM users cu WHERE cu.id = ${userId} AND ${isActiveUser(sql`cu.id`)}`,
    ),
    thread: findThread(db, actor, threadId),
    home: build
      .select({ id: collections.id, path: collections.path, organizationId: collections.organizationId })
      .from(collections)
      .where(sql`${collections.id} = ${homeId} AND ${collections.lifecycleState} = 'active'`),
    collections: findCollections(db, actor, named.collectionIds),
    assets: findScopeAssets(db, actor, named.assetIds, homeId),
    inScope: findInScope(db, threadId, named),
  };
}

/**
 * Asserts that the change still has the effect on the scope that the use case read, and that its author may
 * still make it.
 * @param taken all targets to remove
 */
export function changeAssertions(
  userId: string,
  messageId: string,
  change: ScopeChange,
  taken: ScopeTargets,
): Assertion[] {
  const { threadId, homeId, added, removed, world } = change;
  const isSeen = sql`EXISTS (SELECT 1 FROM threads st WHERE st.id = ${threadId} AND ${isAliveThread("st")}
    AND st.home_collection_id = ${homeId} AND st.world_knowledge = ${world.before ? 1 : 0})`;
  return [
    { name: "id_is_free", holds: isFree(threadId, messageId) },
    { name: "author", holds: isActiveUser(sql`${userId}`) },
    { name: "thread_as_seen", holds: isSeen },
    ...scopeAssertions(userId, homeId, added),
    { name: "may_read_taken", holds: mayReadAll(userId, taken) },
    { name: "added_is_new", holds: isInThreadScope(threadId, added, 0) },
    { name: "removed_is_there", holds: isInThreadScope(threadId, removed, countTargets(removed)) },
    {
      name: "scope_within_bounds",
      holds: sql`${countTargets(added)} = 0 OR (SELECT count(*) FROM thread_scope bs WHERE bs.thread_id = ${threadId}) + ${countTargets(added)} <= ${MAX_SCOPE}`,
    },
  ];
}

function isFree(threadId: string, messageId: string): SQL<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM messages fm WHERE ${isMessageOf("fm", threadId, messageId)})`;
}

/**
 * Stores a change without effect, if its id is new.
 * @param result outcome of the change
 */
export function keepNothing(
  { build }: Database,
  { principal, operation, key, bodyHash }: IdempotencyKey,
  { threadId, messageId }: { readonly threadId: string; readonly messageId: string },
  { at, result }: { readonly at: Date; readonly result: string },
): Statement {
  return build.run(sql`INSERT INTO idempotency_keys (principal, operation, key, body_hash, target_id, event_id, at, result)
    SELECT ${principal}, ${operation}, ${key}, ${bodyHash}, ${threadId}, '', ${at.getTime()}, ${result}
    WHERE ${isFree(threadId, messageId)} ON CONFLICT DO NOTHING`);
}

/**
 * Changes the thread's scope, and deletes the thread's watches of assets that leave the scope. Requires
 * `changeAssertions`.
 */
export function changeStatements(db: Database, change: ScopeChange, userId: string, at: Date): Statement[] {
  const { threadId, added, removed, world } = change;
  const move = sql`UPDATE threads SET world_knowledge = ${world.after ? 1 : 0}, version = version + 1, modified_at = ${at.getTime()},
    modified_by = ${userId} WHERE id = ${threadId}`;
  return [
    ...(countTargets(removed) === 0
      ? []
      : [...deleteScope(db, threadId, removed), endWatchOutside(db, threadId, removed)]),
    ...(countTargets(added) === 0 ? [] : [insertScope(db, threadId, added, userId, at)]),
    db.build.run(move),
  ];
}

/** Summaries of the assets in the home's subtree that the user may read. */
export function findSummaries(db: Database, userId: string, homeId: string, assetIds: readonly string[]) {
  const actor = sql`${userId}`;
  const assetId = sql.raw(`"assets"."id"`);
  return db.build.select(assetViewColumns(actor)).from(assets)
    .where(sql`${assets.id} IN (SELECT value FROM ${listOf(assetIds)}) AND ${isAliveAsset("assets")}
      AND ${isHeldBelow(assetId, sql`${homeId}`)} AND ${mayOnAsset(actor, assetId, "read")}`);
}

export function countTargets({ collectionIds, assetIds }: ScopeTargets): number {
  return collectionIds.length + assetIds.length;
}

/**
 * Deletes watches of removed assets. If another target keeps an asset in scope, the thread still watches it.
 */
function endWatchOutside({ build }: Database, threadId: string, removed: ScopeTargets): Statement {
  const isNamed: SQL = sql`EXISTS (SELECT 1 FROM thread_scope ns WHERE ns.thread_id = ${threadId} AND ns.kind = 'asset' AND ns.target_id = gone.id)`;
  const isHeld: SQL = sql`EXISTS (SELECT 1 FROM asset_collections hg JOIN collections hc ON hc.id = hg.collection_id AND hc.lifecycle_state = 'active'
    JOIN roots ON ${isWithin(sql`hc.path`, sql`roots.root_path`)} WHERE hg.asset_id = gone.id)`;
  return build.run(sql`WITH roots AS MATERIALIZED (${threadRootPaths(threadId)})
    DELETE FROM asset_watchers WHERE thread_id = ${threadId} AND asset_id IN (
      SELECT gone.id FROM (${assetsAmong(removed, UNFINISHED)}) gone WHERE NOT (${isNamed} OR ${isHeld}))`);
}
