import { type SQL, sql } from "drizzle-orm";
import { stateAfter } from "../../../domain/asset-lifecycle.ts";
import { MAX_DEPTH } from "../../../domain/collection.ts";
import type { Id } from "../../../domain/ids.ts";
import { isActiveUser, mayOnPath } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import type { AssetRow } from "./assets.ts";

/** An archive whose entries become assets. */
export interface UnpackingTarget {
  /** The collection that was created for the entries; null if it does not exist. */
  readonly collectionId: Id<"col"> | null;
  /**
   * The first collection that holds the archive and in which the archive's creator may create a collection;
   * null if none exists.
   */
  readonly parentId: Id<"col"> | null;
}

export function findUnpackingTarget(
  { build }: Database,
  { id, createdBy }: Pick<AssetRow, "id" | "createdBy">,
) {
  return build.all<UnpackingTarget>(sql`SELECT
    (SELECT ac.id FROM archives ar CROSS JOIN collections ac ON ac.id = ar.collection_id AND ac.lifecycle_state = 'active'
      WHERE ar.asset_id = ${id}) AS "collectionId",
    (SELECT hc.id FROM asset_collections hold CROSS JOIN collections hc ON hc.id = hold.collection_id AND hc.lifecycle_state = 'active'
      WHERE hold.asset_id = ${id} AND hc.depth < ${MAX_DEPTH} AND ${mayOnPath(sql`${createdBy}`, sql`hc.path`, "write")}
      ORDER BY hold.id LIMIT 1) AS "parentId"`);
}

/** Records the collection that holds the archive's entries. */
export function setArchiveCollection({ build }: Database, assetId: string, collectionId: string): Statement {
  return build.run(sql`INSERT INTO archives (asset_id, collection_id) VALUES (${assetId}, ${collectionId})
    ON CONFLICT (asset_id) DO UPDATE SET collection_id = excluded.collection_id`);
}

/** Whether the archive's collection for entries is missing or deleted. */
export function hasNoCollection(assetId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM archives ar CROSS JOIN collections ac ON ac.id = ar.collection_id AND ac.lifecycle_state = 'active'
    WHERE ar.asset_id = ${assetId})`;
}

/** Whether the archive's collection exists and the archive's creator may write to it. */
export function mayUnpack({ id, createdBy }: Pick<AssetRow, "id" | "createdBy">): SQL {
  return sql`(${isActiveUser(sql`${createdBy}`)} AND EXISTS (SELECT 1 FROM archives ar
    CROSS JOIN collections ac ON ac.id = ar.collection_id AND ac.lifecycle_state = 'active'
    WHERE ar.asset_id = ${id} AND ${mayOnPath(sql`${createdBy}`, sql`ac.path`, "write")}))`;
}

/** Assigns an asset id to each entry of an archive. Existing assignments stay unchanged. */
export function planArchiveEntries(
  { build }: Database,
  parentId: string,
  paths: readonly string[],
): Statement {
  return build.run(sql`INSERT INTO archive_members (parent_id, path, position, asset_id)
    SELECT ${parentId}, one.value, one.key, ${idOfRow("asset", sql`one.key`)} FROM json_each(${JSON.stringify(paths)}) one
    WHERE true ON CONFLICT (parent_id, path) DO NOTHING`);
}

/** Archive entries whose assets do not exist yet. */
export function selectUncreatedEntries({ build }: Database, parentId: string) {
  return build.all<{
    readonly path: string;
    readonly assetId: Id<"asset">;
  }>(sql`SELECT um.path AS path, um.asset_id AS "assetId"
    FROM archive_members um LEFT JOIN assets ma ON ma.id = um.asset_id WHERE um.parent_id = ${parentId} AND ma.id IS NULL`);
}

/** An archive entry with stored bytes. */
export interface NewEntry {
  readonly id: Id<"asset">;
  readonly displayName: string;
  readonly originalFileName: string;
  readonly contentType: string;
  readonly objectKey: string;
  readonly objectEtag: string;
  readonly fileSize: number;
}

/**
 * Creates assets for entries in the archive's collection, on behalf of the archive's creator. Existing assets
 * stay unchanged.
 */
export function insertEntries(
  { build }: Database,
  parentId: string,
  members: readonly NewEntry[],
  now: Date,
): Statement[] {
  const at = now.getTime();
  const each = sql`json_each(${JSON.stringify(members)}) one`;
  return [
    build.run(sql`INSERT INTO assets (id, organization_id, tenant_id, project_id, parent_id, display_name, original_file_name, content_type,
        creation_method, lifecycle_state, lifecycles_completed, object_key, object_etag, file_size, process_in_background, uploaded_at,
        created_at, created_by, modified_at, modified_by)
      SELECT one.value ->> 'id', pa.organization_id, pa.tenant_id, pa.project_id, pa.id, one.value ->> 'displayName',
        one.value ->> 'originalFileName', one.value ->> 'contentType', pa.creation_method, ${stateAfter("uploading", "arrive")}, '["uploading"]',
        one.value ->> 'objectKey', one.value ->> 'objectEtag', one.value ->> 'fileSize', 1, ${at}, ${at}, pa.created_by, ${at}, pa.created_by
      FROM assets pa CROSS JOIN ${each} WHERE pa.id = ${parentId} AND NOT EXISTS (SELECT 1 FROM assets ka WHERE ka.id = one.value ->> 'id')`),
    // Links only assets that this batch created. If a user removed an earlier link, the link stays removed.
    build.run(sql`INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
      SELECT ${idOfRow("assetcol", sql`one.key`)}, na.id, ar.collection_id, ${at}, na.created_by
      FROM archives ar CROSS JOIN ${each} CROSS JOIN assets na ON na.id = one.value ->> 'id' AND na.created_at = ${at}
      WHERE ar.asset_id = ${parentId} AND NOT EXISTS (SELECT 1 FROM asset_collections kl WHERE kl.asset_id = na.id)`),
  ];
}

/**
 * Starts processing the next waiting entries of an archive.
 * @returns `statements`, and `orders`, which returns the enqueued jobs
 */
export function startEntries({ build }: Database, parentId: string, count: number, now: Date) {
  const at = now.getTime();
  const series = newIdBlock("event");
  const begun = sql`(SELECT so.target_id FROM outbox so WHERE ${isInIdBlock(sql`so.id`, series)})`;
  const statements: Statement[] = [
    build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
      SELECT ${idOfRow("event", sql`n`, series)}, 'process_asset', id, ${at} FROM (SELECT wm.asset_id AS id, row_number() OVER (ORDER BY wm.position) AS n
        FROM archive_members wm CROSS JOIN assets wa ON wa.id = wm.asset_id AND +wa.lifecycle_state = 'uploaded'
        WHERE wm.parent_id = ${parentId} AND wm.waits = 1 ORDER BY wm.position LIMIT ${count})`),
    build.run(sql`UPDATE assets SET lifecycle_state = ${stateAfter("uploaded", "start")}, run = run + 1, version = version + 1,
      lifecycles_completed = json_insert(lifecycles_completed, '$[#]', 'uploaded'), modified_at = ${at} WHERE id IN ${begun}`),
    build.run(sql`UPDATE archive_members SET waits = 0 WHERE asset_id IN ${begun}`),
  ];
  const orders = build.all<OutboxEntry>(
    sql`SELECT id, kind, target_id AS "targetId" FROM outbox WHERE ${isInIdBlock(sql`id`, series)} ORDER BY id`,
  );
  return { statements, orders };
}

/** Enqueues one job per due time, each of which starts some waiting entries of the archive. */
export function enqueueStarts({ build }: Database, parentId: string, dueAt: readonly Date[]): Statement {
  return build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT ${idOfRow("event", sql`one.key`)}, 'start_members', ${parentId}, one.value
    FROM json_each(${JSON.stringify(dueAt.map((at) => at.getTime()))}) one`);
}

/**
 * Removes the parent from the archive's entries before the archive's plan is purged. The entries remain as
 * assets.
 */
export function clearParent({ build }: Database, parentId: string): Statement {
  return build.run(sql`UPDATE assets SET parent_id = NULL
    WHERE id IN (SELECT fm.asset_id FROM archive_members fm WHERE fm.parent_id = ${parentId}) AND parent_id = ${parentId}`);
}
