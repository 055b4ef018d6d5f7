import type { Id } from "../../../domain/ids.ts";
import { and, desc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import {
  grantedOnAsset,
  isActiveUser,
  isAliveAsset,
  isOfAliveAsset,
  isVisibleAsset,
  listOf,
  mayOnAsset,
  mayOnPath,
  userOf,
} from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { assetCollections, assets, assetTexts } from "../schema/assets.ts";

export type AssetRow = typeof assets.$inferSelect;
export type AssetTextRow = typeof assetTexts.$inferSelect;

/**
 * An asset with the actor's grants through its collections, and the collections that the actor may read (a
 * JSON array of ids).
 */
export type AssetView = AssetRow & {
  readonly granted: string | null;
  readonly collectionIds: string;
  readonly creatorName: string;
  /** Null if the caller may not read the parent asset. */ readonly parentAssetId: Id<"asset"> | null;
};

const assetId = sql.raw(`"assets"."id"`);

export function assetViewColumns(actor: SQL) {
  return {
    ...getTableColumns(assets),
    granted: grantedOnAsset(actor, assetId).as("granted"),
    collectionIds: sql<string>`(SELECT json_group_array(own.collection_id) FROM asset_collections own
      JOIN collections oc ON oc.id = own.collection_id AND oc.lifecycle_state = 'active'
      WHERE own.asset_id = ${assetId} AND ${mayOnPath(actor, sql`oc.path`, "read")})`.as("collection_ids"),
    creatorName:
      sql<string>`coalesce((SELECT cu.display_name FROM users cu WHERE cu.id = "assets"."created_by"), '')`.as(
        "creator_name",
      ),
    parentAssetId:
      sql<Id<"asset"> | null>`CASE WHEN "assets"."parent_id" IS NOT NULL AND ${mayOnAsset(actor, sql`"assets"."parent_id"`, "read")}
      THEN "assets"."parent_id" END`.as("parent_asset_id"),
  };
}

/** One asset with the actor's grants. Excludes deleted assets. */
export function findAsset(db: Database, actor: SQL, id: Id<"asset">) {
  return db.build
    .select(assetViewColumns(actor))
    .from(assets)
    .where(and(eq(assets.id, id), sql`${isAliveAsset("assets")}`));
}

/** Assets with the actor's grants, ordered by id. Excludes deleted assets. */
export function findAssets(db: Database, actor: SQL, ids: readonly Id<"asset">[]) {
  return db.build
    .select(assetViewColumns(actor))
    .from(assets)
    .where(and(sql`${assets.id} IN (SELECT value FROM ${listOf(ids)})`, sql`${isAliveAsset("assets")}`))
    .orderBy(assets.id);
}

/** An asset with stored bytes, for a user who may read it. */
export function findSource(db: Database, id: string, userId: string) {
  const user = userOf(userId);
  return findStored(db, id, sql`${isActiveUser(user)} AND ${mayOnAsset(user, assetId, "read")}`);
}

/** An asset with stored bytes, if the condition `allowed` holds. */
export function findStored(db: Database, id: string, allowed: SQL) {
  return db.build
    .select()
    .from(assets)
    .where(
      sql`${assets.id} = ${id} AND ${assets.lifecycleState} NOT IN ('deleted', 'uploading') AND ${allowed}`,
    );
}

/** An asset for background work, without a permission check. */
export function findAssetRow(db: Database, id: Id<"asset">) {
  return db.build.select().from(assets).where(eq(assets.id, id));
}

/** Like `findAssetRow`, for several assets. */
export function findAssetRows(db: Database, ids: readonly Id<"asset">[]) {
  return db.build
    .select()
    .from(assets)
    .where(sql`${assets.id} IN (SELECT value FROM ${listOf(ids)})`);
}

/** The collections that hold the asset directly. Returns no row if the asset is deleted. */
export function selectHolders(db: Database, id: Id<"asset">) {
  return db.build
    .select({ collectionId: assetCollections.collectionId })
    .from(assetCollections)
    .where(and(eq(assetCollections.assetId, id), isOfAliveAsset("asset_collections")));
}

/** Like `selectHolders`, for several assets. Each row names its asset. */
export function selectHoldersOf(db: Database, ids: readonly Id<"asset">[]) {
  return db.build
    .select({ assetId: assetCollections.assetId, collectionId: assetCollections.collectionId })
    .from(assetCollections)
    .where(
      and(
        sql`${assetCollections.assetId} IN (SELECT value FROM ${listOf(ids)})`,
        isOfAliveAsset("asset_collections"),
      ),
    );
}

/** Records the location of an extracted text. An existing row stays unchanged. */
export function saveAssetText(db: Database, text: AssetTextRow) {
  return db.build.insert(assetTexts).values(text).onConflictDoNothing();
}

/** Like `saveAssetText`, for several texts. */
export function saveAssetTexts({ build }: Database, texts: readonly AssetTextRow[]) {
  const rows = texts.map((text) => ({ ...text, createdAt: text.createdAt.getTime() }));
  return build.run(sql`INSERT INTO asset_texts (asset_id, version, text_key, chunks_key, created_at)
    SELECT value ->> 'assetId', value ->> 'version', value ->> 'textKey', value ->> 'chunksKey', value ->> 'createdAt'
    FROM json_each(${JSON.stringify(rows)}) WHERE true ON CONFLICT DO NOTHING`);
}

/** One extracted text of an asset: the given version, or the current one. */
export function findAssetText(db: Database, id: Id<"asset">, version: string | null) {
  const wanted =
    version === null ? sql`(SELECT cur.text_version FROM assets cur WHERE cur.id = ${id})` : sql`${version}`;
  return db.build
    .select()
    .from(assetTexts)
    .where(and(eq(assetTexts.assetId, id), sql`${assetTexts.version} = ${wanted}`))
    .orderBy(desc(assetTexts.createdAt))
    .limit(1);
}

/** Returns the deleted or missing assets among these, at most `limit`. */
export function selectMissingAssets({ build }: Database, assetIds: readonly string[], limit: number) {
  return build.all<{ readonly id: string }>(sql`SELECT shown.value AS id FROM ${listOf(assetIds)} shown
    WHERE NOT EXISTS (SELECT 1 FROM assets ga WHERE ga.id = shown.value AND ${isVisibleAsset("ga")}) LIMIT ${limit}`);
}
