import { getTableColumns, sql, type SQL } from "drizzle-orm";
import { idsAlong } from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";
import { assets } from "../schema/assets.ts";
import { collections } from "../schema/collections.ts";

export type VisibleAssetRow = Rows<{ shown: ReturnType<typeof findVisibleAssets> }>["shown"][number];

/**
 * Assets in the order of `ids`, with the collections that hold them, readable or not. `ids` is SQL that
 * yields rows with an `id`.
 */
export function findVisibleAssets(db: Database, ids: SQL) {
  return db.build
    .select(visibleColumns())
    .from(sql`(${ids}) shown`)
    .crossJoin(assets)
    .where(sql`${assets.id} = shown.id`);
}

/** Like `findVisibleAssets`, with the paths of the active collections as JSON. */
export function findAssetsWithPaths(db: Database, ids: SQL) {
  return db.build
    .select({ ...visibleColumns(), holderPaths: parentPathsOf("assets").as("holder_paths") })
    .from(sql`(${ids}) shown`)
    .crossJoin(assets)
    .where(sql`${assets.id} = shown.id`);
}

/** Columns of an asset, its creator, and the collections that hold it. */
export function visibleColumns() {
  return {
    ...getTableColumns(assets),
    creatorName: creatorName.as("creator_name"),
    heldBy: parentCollectionsOf("assets").as("held_by"),
  };
}

/** An action that the actor has on a collection and its subtree. */
export interface EffectiveGrant {
  readonly collectionId: string;
  readonly action: string;
}

/**
 * Number of grants that a query reads without a filter. For actors with more grants, the query also looks up
 * the grants on the given paths.
 */
const FEW_GRANTS = 100;

/**
 * The active collections that hold the assets, the collections in `besides`, and the actor's grants on their
 * paths. `toCollectionViews` decides later which collections are readable, so the result contains each
 * collection and its path once.
 * @param held SQL that yields `id` and `holders` of assets
 */
export function findParentCollections(db: Database, actor: SQL, held: SQL, besides: SQL) {
  const ids = sql`${besides} UNION ALL SELECT held.value
    FROM (SELECT DISTINCT ${parentCollectionsOf("shown")} -> 0 AS ids FROM (${held}) shown) CROSS JOIN json_each(ids) held`;
  const isOne = sql`${collections.id} IN (${ids}) AND ${collections.lifecycleState} = 'active'`;
  return {
    holding: db.build.select().from(collections).where(isOne),
    grants: findGrantsOn(db, actor, sql`SELECT path FROM collections WHERE ${isOne}`),
  };
}

/** Grants of the actor, including every grant on the paths that `paths` yields as `path`. */
export function findGrantsOn(db: Database, actor: SQL, paths: SQL) {
  const hasMore = sql`EXISTS (SELECT 1 FROM grants more WHERE more.user_id = ${actor} LIMIT 1 OFFSET ${FEW_GRANTS})`;
  return db.build
    .all<EffectiveGrant>(sql`SELECT * FROM (SELECT few.collection_id AS collectionId, few.action FROM grants few
      WHERE few.user_id = ${actor} LIMIT ${FEW_GRANTS})
    UNION ALL SELECT found.collection_id, found.action FROM (SELECT 1 WHERE ${hasMore})
      CROSS JOIN (SELECT DISTINCT anc.value AS id FROM (${paths}) asked CROSS JOIN ${idsAlong(sql`asked.path`)} anc) way
      CROSS JOIN grants found ON found.collection_id = way.id AND found.user_id = ${actor}`);
}

/**
 * JSON list of the paths of active collections that hold an asset, readable or not. `table` has the columns
 * `id` and `holders`.
 */
export function parentPathsOf(table: string): SQL<string> {
  return sql<string>`(SELECT json_group_array(hc.path) FROM json_each(${parentCollectionsOf(table)} -> 0) held
    CROSS JOIN collections hc ON hc.id = held.value AND hc.lifecycle_state = 'active')`;
}

const creatorName = sql<string>`coalesce((SELECT cu.display_name FROM users cu WHERE cu.id = "assets"."created_by"), '')`;

/**
 * The collections that hold an asset, readable or not, ordered by id: JSON `[collection ids, link ids, flags
 * of each]`. `table` has the columns `id` and `holders`.
 */
export function parentCollectionsOf(table: string): SQL<string> {
  const column = (name: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  return sql<string>`CASE WHEN ${column("holders")} <> '' THEN ${column("holders")} ELSE (SELECT
    json_array(json_group_array(hl.collection_id), json_group_array(hl.id), json_group_array(json(hl.flags)))
    FROM asset_collections hl WHERE hl.asset_id = ${column("id")}) END`;
}
