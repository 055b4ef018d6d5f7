import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField } from "../../../domain/asset-sort.ts";
import type { AssetState } from "../../../domain/asset.ts";
import type { Page, SortTerm } from "../../../domain/page.ts";
import { MAX_NAMED_ASSETS, ORGANIZATION_MARK } from "../../../domain/name-trigrams.ts";
import { idsAlong, isAliveAsset, listOf, mayOnEveryParent, mayOnPath } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { MAX_ORGANIZATIONS, organizationsOf } from "../search/searchable-organizations.ts";
import { assetOrder } from "./asset-listing.ts";
import { findParentCollections, findVisibleAssets, parentCollectionsOf } from "./visible-assets.ts";

export interface AssetSearch extends Page {
  /** Query for the trigram table of asset names. */
  readonly grams: string;
  /** Searches these collections and their subtrees. If empty, searches everything that the actor may read. */
  readonly collectionIds: readonly string[];
  /** Content types to include; if empty, all types. */
  readonly contentTypes: readonly string[];
  /**
   * States to include; if empty, every state except deleted. Only users who may restore deleted assets find
   * them.
   */
  readonly states: readonly AssetState[];
  readonly now: Date;
  readonly sort: readonly SortTerm<AssetSortField>[];
}

export interface FoundNames {
  readonly count: number;
  /** JSON array of ids. */
  readonly page: string;
  /** Number of examined assets; more than `MAX_NAMED_ASSETS` if some were not examined. */
  readonly seen: number;
  /** Number of organizations; more than `MAX_ORGANIZATIONS` if some were not searched. */
  readonly organizations: number;
}

/** A page of readable assets that match by name. The caller checks access to the given collections. */
export function findAssetsByName({ build }: Database, actor: SQL, search: AssetSearch) {
  const { collectionIds, limit, offset, sort } = search;
  const end = MAX_NAMED_ASSETS + 1;
  const page = sql`SELECT json_group_array(id) FROM (SELECT may.id FROM may ORDER BY ${assetOrder("may", sort)} LIMIT ${limit} OFFSET ${offset})`;
  return build.all<FoundNames>(sql`WITH RECURSIVE ${organizationsOf(actor)},
      place(id) AS MATERIALIZED (${collectionIds.length === 0 ? EVERYWHERE : organizationsOfNamed(collectionIds)} LIMIT ${MAX_ORGANIZATIONS + 1}),
      hit(id) AS MATERIALIZED (SELECT one.value FROM place CROSS JOIN json_each((SELECT json_group_array(newest.id)
        FROM (SELECT known.asset_id AS id FROM asset_name_grams grams CROSS JOIN asset_names known ON known.id = grams.rowid
          WHERE grams.asset_name_grams MATCH replace(${search.grams}, ${ORGANIZATION_MARK}, substr(place.id, 5))
          ORDER BY grams.rowid DESC LIMIT ${end}) newest)) one LIMIT ${end}),
      held AS MATERIALIZED (SELECT ha.id, ha.display_name, ha.created_at, ha.modified_at, ha.file_size, ha.content_type,
        ${parentCollectionsOf("ha")} -> 0 AS holders, ${isAliveAsset("ha")} AS alive FROM hit CROSS JOIN assets ha ON ha.id = hit.id WHERE ${isWanted(search)}),
      open(id) AS MATERIALIZED (SELECT oc.id FROM (SELECT DISTINCT one.value AS id FROM held CROSS JOIN json_each(held.holders) one) holder
        CROSS JOIN collections oc ON oc.id = holder.id AND oc.lifecycle_state = 'active'
        WHERE ${mayOnPath(sql`(SELECT id FROM me)`, sql`oc.path`, "read")} AND ${isBelowOneOf(collectionIds, sql`oc.path`)}),
      may AS MATERIALIZED (SELECT * FROM held
        WHERE EXISTS (SELECT 1 FROM json_each(held.holders) one WHERE one.value IN (SELECT id FROM open))
          AND (held.alive OR ${mayOnEveryParent(sql`(SELECT id FROM me)`, sql`held.id`, "write")}))
    SELECT (SELECT count(*) FROM may) AS count, (SELECT count(*) FROM hit) AS seen,
      (SELECT count(*) FROM place) AS organizations, (${page}) AS page`);
}

/**
 * Whether the asset matches the type and state filters. A deleted asset matches only if the search includes
 * deleted assets and the asset is still restorable.
 */
function isWanted({ contentTypes, states, now }: AssetSearch): SQL {
  const isOne = (column: string, values: readonly string[]): SQL =>
    values.length === 0
      ? sql``
      : sql` AND +ha.${sql.identifier(column)} IN (SELECT value FROM ${listOf(values)})`;
  const inBin = states.includes("deleted") ? sql` OR ha.purge_at > ${now.getTime()}` : sql``;
  return sql`(${isAliveAsset("ha")}${inBin})${isOne("content_type", contentTypes)}${isOne("lifecycle_state", states)}`;
}

const EVERYWHERE = sql`SELECT found.id FROM found ORDER BY found.own DESC, found.id`;

function organizationsOfNamed(collectionIds: readonly string[]): SQL {
  return sql`SELECT DISTINCT nc.organization_id FROM ${listOf(collectionIds)} named CROSS JOIN collections nc ON nc.id = named.value
    WHERE ${mayOnPath(sql`(SELECT id FROM me)`, sql`nc.path`, "read")}`;
}

function isBelowOneOf(collectionIds: readonly string[], path: SQL): SQL {
  if (collectionIds.length === 0) return sql`true`;
  return sql`EXISTS (SELECT 1 FROM ${idsAlong(path)} above WHERE above.value IN (SELECT value FROM ${listOf(collectionIds)}))`;
}

/**
 * Assets in this order with the collections that hold them, readable or not, and the actor's grants on these
 * collections.
 * @param states as in `AssetSearch`
 */
export function selectNamedAssets(
  db: Database,
  actor: SQL,
  assetIds: readonly string[],
  states: readonly AssetState[],
) {
  const ids = sql`SELECT la.id, la.holders FROM ${listOf(assetIds)} named CROSS JOIN assets la ON la.id = named.value
    WHERE ${isAliveAsset("la")}${states.includes("deleted") ? sql` OR ${mayOnEveryParent(actor, sql`la.id`, "write")}` : sql``}`;
  return { assets: findVisibleAssets(db, ids), ...findParentCollections(db, actor, ids, sql`SELECT NULL`) };
}
