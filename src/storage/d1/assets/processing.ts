import type { Id } from "../../../domain/ids.ts";
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { isAliveAsset } from "../core/access.ts";
import {
  type ArtifactKind,
  type AssetState,
  EXTERNAL_PROCESSING_TTL_MS,
  type StoredArtifact,
} from "../../../domain/asset.ts";
import type { Database } from "../core/database.ts";
import type { AssetRow } from "./assets.ts";
import { statesBeforeSql } from "./states-before.ts";
import { assets } from "../schema/assets.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";

/**
 * The service gives up a page that was not fetched within 24 hours. This window excludes old uploads from the
 * scan.
 */
const FETCH_WINDOW_MS = MS_PER_DAY;

/**
 * Assets in processing and pages to fetch without progress since `before`, the longest waiting first. Assets
 * that an external processor handles are included after one day.
 */
export function selectStuckAssets({ build }: Database, before: Date, limit: number) {
  const [stuck, external] = [before.getTime(), before.getTime() - EXTERNAL_PROCESSING_TTL_MS];
  return build.all<{ id: Id<"asset"> }>(sql`SELECT id FROM (
    SELECT id, modified_at FROM assets WHERE lifecycle_state = 'processing' AND modified_at < ${stuck}
      AND (worker_strategy <> 'external' OR modified_at < ${external})
    UNION ALL
    SELECT id, modified_at FROM assets WHERE lifecycle_state = 'uploading' AND modified_at < ${stuck}
      AND modified_at > ${stuck - FETCH_WINDOW_MS} AND source_url <> '')
    ORDER BY modified_at LIMIT ${limit}`);
}

/** Assets that wait for an external processor, the longest waiting first. */
export function selectWaitingForWorker(db: Database, limit: number) {
  return db.build
    .select()
    .from(assets)
    .where(
      sql`${assets.lifecycleState} = 'processing' AND ${assets.workerStrategy} = 'external' AND ${assets.jobId} IS NULL`,
    )
    .orderBy(assets.modifiedAt)
    .limit(limit);
}

/** One asset with all collections that hold it, for services. Excludes deleted assets. */
export function findAssetForService(db: Database, id: string) {
  return db.build
    .select({
      ...getTableColumns(assets),
      granted: sql<string | null>`NULL`.as("granted"),
      collectionIds: sql<string>`(SELECT json_group_array(own.collection_id) FROM asset_collections own
        JOIN collections oc ON oc.id = own.collection_id AND oc.lifecycle_state = 'active'
        WHERE own.asset_id = "assets"."id")`.as("collection_ids"),
      creatorName:
        sql<string>`coalesce((SELECT cu.display_name FROM users cu WHERE cu.id = "assets"."created_by"), '')`.as(
          "creator_name",
        ),
      parentAssetId: sql<Id<"asset"> | null>`"assets"."parent_id"`.as("parent_asset_id"),
    })
    .from(assets)
    .where(sql`${assets.id} = ${id} AND ${isAliveAsset("assets")}`);
}

/** Records a stored artifact and replaces an earlier artifact of the same kind. */
export function recordArtifact(
  db: Database,
  id: string,
  kind: ArtifactKind,
  artifact: StoredArtifact,
  by: { actorId: Id<"user">; now: Date },
) {
  return db.build
    .update(assets)
    .set({
      artifacts: sql`json_set(${assets.artifacts}, ${`$.${kind}`}, json(${JSON.stringify(artifact)}))`,
      version: sql`${assets.version} + 1`,
      modifiedAt: by.now,
      modifiedBy: by.actorId,
    })
    .where(sql`${assets.id} = ${id}`);
}

/** Whether an external processor handles the asset, or the asset waits for one. */
export function isWithWorker(id: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM assets ww WHERE ww.id = ${id} AND ww.lifecycle_state IN (${statesBeforeSql("handIn")}) AND ww.worker_strategy = 'external')`;
}

/** Whether the asset still has the state and run that the caller read. */
export function isOfRun({ id, run, lifecycleState }: Pick<AssetRow, "id" | "run" | "lifecycleState">): SQL {
  return sql`EXISTS (SELECT 1 FROM assets pa WHERE pa.id = ${id} AND pa.run = ${run} AND pa.lifecycle_state = ${lifecycleState})`;
}

/** Like `isOfRun`, for several assets. */
export function areOfRuns(found: readonly Pick<AssetRow, "id" | "run" | "lifecycleState">[]): SQL {
  const seen = found.map(({ id, run, lifecycleState: state }) => ({ id, run, state }));
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(seen)}) seen WHERE NOT EXISTS (SELECT 1 FROM assets pa
    WHERE pa.id = seen.value ->> 'id' AND pa.run = seen.value ->> 'run' AND pa.lifecycle_state = seen.value ->> 'state'))`;
}

/** Number of assets in a state, counted up to `atMost`. */
export function countInState({ build }: Database, state: AssetState, atMost: number) {
  return build.all<{ count: number }>(sql`SELECT count(*) AS count FROM
    (SELECT 1 FROM assets WHERE lifecycle_state = ${state} LIMIT ${atMost})`);
}

/**
 * Time of the last progress of the asset that has been in processing longest. Returns no row if no asset is
 * in processing.
 */
export function findLongestProcessing({ build }: Database) {
  return build.all<{ at: number }>(
    sql`SELECT modified_at AS at FROM assets WHERE lifecycle_state = 'processing' ORDER BY modified_at LIMIT 1`,
  );
}
