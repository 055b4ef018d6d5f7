import { sql, type SQL } from "drizzle-orm";
import { type Id, newId } from "../../../domain/ids.ts";
import type { ProcessedAsset } from "../../../domain/asset-progress.ts";
import { isAliveAsset, isAliveThread, isWithin, listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { isHeldBelow } from "../threads/scope.ts";

/**
 * Makes a thread watch assets.
 * @param assetIds SQL that yields rows with an `id`
 */
export function watchStatement({ build }: Database, threadId: string, assetIds: SQL): Statement {
  return build.run(sql`INSERT INTO asset_watchers (asset_id, thread_id) SELECT id, ${threadId} FROM (${assetIds}) WHERE true
    ON CONFLICT (asset_id, thread_id) DO NOTHING`);
}

/** Whether a thread attached the asset before processing ended. */
export function isAwaited(assetId: SQL): SQL<boolean> {
  return sql<boolean>`(EXISTS (SELECT 1 FROM asset_watchers aw WHERE aw.asset_id = ${assetId})
    OR EXISTS (SELECT 1 FROM thread_scope ats WHERE ats.target_id = ${assetId} AND ats.kind = 'asset'))`;
}

export function isAwaitedByNone(assetId: string): SQL {
  return sql`NOT ${isAwaited(sql`${assetId}`)}`;
}

/** Returns the assets among these that a thread watches. */
export function findAwaited({ build }: Database, assetIds: readonly string[]) {
  return build.all<{ readonly id: string }>(
    sql`SELECT fa.value AS id FROM ${listOf(assetIds)} fa WHERE ${isAwaited(sql`fa.value`)}`,
  );
}

/**
 * Enqueues progress notifications to the rooms that watch the asset, if any.
 * @returns the enqueued jobs
 */
export function enqueueProgress({ build }: Database, assetId: string, at: Date) {
  return build.all<OutboxEntry>(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT ${newId("event")}, 'asset_progress', ${assetId}, ${at.getTime()}
    WHERE EXISTS (SELECT 1 FROM asset_watchers ow WHERE ow.asset_id = ${assetId}) RETURNING id, kind, target_id AS "targetId"`);
}

/** Like `enqueueProgress`, for several assets. */
export function enqueueProgressOf({ build }: Database, assetIds: readonly string[], at: Date) {
  const orders = assetIds.map((assetId) => ({ id: newId("event"), assetId }));
  return build.all<OutboxEntry>(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT one.value ->> 'id', 'asset_progress', one.value ->> 'assetId', ${at.getTime()} FROM json_each(${JSON.stringify(orders)}) one
    WHERE EXISTS (SELECT 1 FROM asset_watchers ow WHERE ow.asset_id = one.value ->> 'assetId') RETURNING id, kind, target_id AS "targetId"`);
}

/** The threads that watch an asset, ordered by id, starting after `after`. */
export function selectWatchers({ build }: Database, assetId: string, after: string, limit: number) {
  return build.all<{
    readonly threadId: Id<"thread">;
  }>(sql`SELECT lw.thread_id AS "threadId" FROM asset_watchers lw
    WHERE lw.asset_id = ${assetId} AND lw.thread_id > ${after} ORDER BY lw.thread_id LIMIT ${limit}`);
}

/** The newest run of an asset, and whether it has ended. */
export function findEnding({ build }: Database, assetId: string) {
  return build.all<{ readonly run: number; readonly hasEnded: number }>(sql`SELECT fe.run AS run,
    fe.lifecycle_state IN ('ready', 'failed', 'deleted') AS "hasEnded" FROM assets fe WHERE fe.id = ${assetId}`);
}

/** Deletes watches of threads that received the end of the run, unless a new run has started. */
export function endWatch(
  { build }: Database,
  assetId: string,
  run: number,
  threadIds: readonly string[],
): Statement {
  return build.run(sql`DELETE FROM asset_watchers WHERE asset_id = ${assetId} AND thread_id IN (SELECT value FROM ${listOf(threadIds)})
    AND EXISTS (SELECT 1 FROM assets ea WHERE ea.id = ${assetId} AND ea.run = ${run} AND ea.lifecycle_state IN ('ready', 'failed', 'deleted'))`);
}

/** Returns a row while an asset attached to the thread, by name or through a collection, is in processing. */
export function findStarted({ build }: Database, threadId: string) {
  const isProcessed = (
    assetId: SQL,
  ): SQL => sql`EXISTS (SELECT 1 FROM asset_watchers sw JOIN assets sa ON sa.id = sw.asset_id
    WHERE sw.asset_id = ${assetId} AND sw.thread_id = ${threadId} AND +sa.lifecycle_state = 'processing')`;
  return build.all<{
    readonly is: 1;
  }>(sql`SELECT 1 AS "is" FROM thread_scope st WHERE st.thread_id = ${threadId} AND (
      st.kind = 'asset' AND ${isProcessed(sql`st.target_id`)}
      OR st.kind = 'collection' AND EXISTS (SELECT 1 FROM collections top CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)}
        CROSS JOIN asset_collections held ON held.collection_id = below.id WHERE top.id = st.target_id AND ${isProcessed(sql`held.asset_id`)})) LIMIT 1`);
}

const WATCHED_COLUMNS = sql`wa.id AS id, wa.lifecycle_state AS "lifecycleState", wa.steps AS steps,
  wa.processing_message AS "processingMessage", wa.failure_reason AS "failureReason", wa.text_tokens AS "textTokens", wa.version AS version,
  ${isHeldBelow(sql`wa.id`, sql`wt.home_collection_id`)} AS "isUnderHome", wt.world_knowledge AS "worldKnowledge",
  wt.organization_id AS "organizationId", wt.tenant_id AS "tenantId"`;

/** An asset that a thread watches, with the data for its notification. */
export interface WatchedAsset extends ProcessedAsset {
  readonly id: Id<"asset">;
  readonly isUnderHome: number;
  readonly worldKnowledge: number;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
}

/** Returns the assets among these that the active thread watches. */
export function findWatchedAssets({ build }: Database, threadId: string, assetIds: readonly string[]) {
  return build.all<WatchedAsset>(sql`SELECT ${WATCHED_COLUMNS}
    FROM ${listOf(assetIds)} asked CROSS JOIN asset_watchers aw ON aw.asset_id = asked.value AND aw.thread_id = ${threadId}
    CROSS JOIN threads wt ON wt.id = aw.thread_id AND ${isAliveThread("wt")}
    CROSS JOIN assets wa ON wa.id = aw.asset_id AND ${isAliveAsset("wa")}`);
}

/** Returns the assets among these that are in the organization of the active thread. */
export function findReadAssets({ build }: Database, threadId: string, assetIds: readonly string[]) {
  return build.all<WatchedAsset>(sql`SELECT ${WATCHED_COLUMNS}
    FROM threads wt CROSS JOIN ${listOf(assetIds)} asked
    CROSS JOIN assets wa ON wa.id = asked.value AND wa.organization_id = wt.organization_id AND ${isAliveAsset("wa")}
    WHERE wt.id = ${threadId} AND ${isAliveThread("wt")}`);
}
