import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField, RecentAssetSortField } from "../../../domain/asset-sort.ts";
import type { Page, SortTerm } from "../../../domain/listing.ts";
import { isWithin } from "../core/access.ts";
import { mayDelete } from "../collections/tombstones.ts";
import type { Database } from "../core/database.ts";
import { rankedPage } from "./ranked-page.ts";
import { findNearPage, findHeldPage } from "./shown-page.ts";
import { byColumns, type LinkOrder, type ListReading, subtreePage } from "./subtree-listing.ts";

const COLUMN_OF: Record<AssetSortField, string> = {
  displayName: "display_name",
  createdAt: "created_at",
  modifiedAt: "modified_at",
  filesize: "file_size",
  contentType: "content_type",
};

/** The copies that links hold. */
const LINK_COLUMN_OF: Record<AssetSortField, string> = { ...COLUMN_OF, createdAt: "asset_created_at", modifiedAt: "asset_modified_at" };

/** `ORDER BY` terms over the assets aliased as `table`, ties by id in the direction of the last term; `recentAt` yields when an asset was last recent. */
export function assetOrder(table: string, sort: readonly SortTerm<RecentAssetSortField>[], recentAt: SQL = sql`0`): SQL {
  const column = (name: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const terms = sort.map(({ field, descending }) => {
    const value = field === "recentAt" ? recentAt : column(COLUMN_OF[field]);
    return descending ? sql`${value} DESC` : value;
  });
  const ties = sort.at(-1)?.descending === true ? sql`${column("id")} DESC` : column("id");
  return sql.join([...terms, ties], sql`, `);
}

export interface AssetListing extends Page {
  readonly collectionId: string;
  /** Whether what the collections below it hold counts too. */
  readonly includeDescendants: boolean;
  readonly sort: readonly SortTerm<AssetSortField>[];
}

/**
 * A page of the assets in a collection with the collections (that one first of all) that hold them, readable or not, for `partPage`; how many
 * there are, and the actor's grants. Anyone who may read the collection may read all that it holds; whether they may, the caller checks.
 */
export function listCollectionAssets(db: Database, actor: SQL, listing: AssetListing) {
  const { collectionId, includeDescendants, sort, offset } = listing;
  const { total, page } = includeDescendants
    ? subtreePage({ ...listing, actor, order: orderOf(sort), reading: listedBy(sort) })
    : pageOfOne(listing);
  const isNear = !includeDescendants && offset <= FEW_SKIPPED && isOfIndex(sort);
  const find = isNear ? findNearPage : findHeldPage;
  return {
    total: db.build.all<{ readonly count: number }>(total),
    ...find(db, actor, page, collectionId),
  };
}

/** So many deleted assets are looked at. */
const DELETED_SEEN = 1_000;

/** The same of the deleted assets that the actor may restore, as long as that can be done: of a collection's newest, or of those of all below that were deleted last. */
export function listDeletedAssets(db: Database, actor: SQL, listing: AssetListing, now: Date) {
  const { collectionId, includeDescendants, sort, limit, offset } = listing;
  const top = (column: string): SQL => sql`(SELECT top.${sql.identifier(column)} FROM collections top WHERE top.id = ${collectionId})`;
  const newest = includeDescendants
    ? sql`SELECT nd.id FROM assets nd INDEXED BY assets_bin WHERE nd.organization_id = ${top("organization_id")} AND nd.purge_at > ${now.getTime()}
        ORDER BY nd.purge_at DESC, nd.id DESC`
    : sql`SELECT ac.asset_id AS id FROM asset_collections ac WHERE ac.collection_id = ${collectionId} AND ac.listed = 0
        ORDER BY ac.asset_modified_at DESC, ac.asset_id DESC`;
  const isBelow = sql`EXISTS (SELECT 1 FROM asset_collections hold CROSS JOIN collections hc ON hc.id = hold.collection_id AND hc.lifecycle_state = 'active'
    WHERE hold.asset_id = dr.id AND ${isWithin(sql`hc.path`, top("path"))})`;
  const bin = sql`SELECT dr.* FROM (${newest} LIMIT ${DELETED_SEEN}) newest CROSS JOIN assets dr ON dr.id = newest.id
    WHERE dr.lifecycle_state = 'deleted' AND dr.purge_at > ${now.getTime()} AND ${isBelow} AND ${mayDelete("asset", actor)}`;
  const page = sql`SELECT bin.id, bin.holders FROM (${bin}) bin ORDER BY ${assetOrder("bin", sort)} LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: db.build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM (${bin})`),
    ...findHeldPage(db, actor, page, collectionId),
  };
}

/**
 * Which index of a subtree's list has the order, or its first fields: what is equal in these is sorted. Within each type the list has an index of
 * every other field; where the two go in opposite directions, it is read type by type.
 */
function listedBy([first, second, third]: AssetListing["sort"]): ListReading | null {
  if (first === undefined) return null;
  const ordering = INDEX_OF[first.field];
  if (first.field !== "contentType" || second === undefined || second.field === "contentType") return { ordering, isByType: false };
  const isByType = first.descending !== second.descending;
  if (isByType && third !== undefined) return { ordering, isByType: false };
  return { ordering: `${ordering}_${INDEX_OF[second.field]}`, isByType };
}

/** As most assets may be of one type, indexes of links have it together with two other fields. */
const hasPair = ([first, second]: AssetListing["sort"]): boolean =>
  first?.field === "contentType" && (second?.field === "displayName" || second?.field === "modifiedAt");

/** Whether an index of links has the order. */
const isOfIndex = (sort: AssetListing["sort"]): boolean => sort.length === 1 || (sort.length === 2 && hasPair(sort));

/** What links are ordered by, ties by id in the direction of the last field. */
function orderOf(sort: AssetListing["sort"]): LinkOrder {
  const fields = sort.map(({ field, descending }) => ({ column: LINK_COLUMN_OF[field], descending }));
  return [...fields, { column: "asset_id", descending: sort.at(-1)?.descending === true }];
}

/** The part of an index's name that says which field is its first. */
const INDEX_OF: Record<AssetSortField, string> = {
  displayName: "name",
  createdAt: "creation",
  modifiedAt: "change",
  filesize: "size",
  contentType: "type",
};

/** With several fields SQLite would rather sort everything: it is to go by the first, and to sort what is equal in that alone. */
function indexFor(sort: AssetListing["sort"]): SQL {
  const [first, second] = sort;
  if (first === undefined || second === undefined) return sql``;
  const pair = hasPair(sort) ? `_${INDEX_OF[second.field]}${first.descending === second.descending ? "" : "_turned"}` : "";
  return sql`INDEXED BY ${sql.identifier(`asset_collections_by_${INDEX_OF[first.field]}${pair}`)}`;
}

/** So many are skipped one by one: to look for where they end would cost as much. */
const FEW_SKIPPED = 50;

/** A collection's own assets: the page is read off an index, and how many there are stands in the collection. */
function pageOfOne({ collectionId, sort, limit, offset }: AssetListing): { total: SQL; page: SQL } {
  const total = sql`SELECT asset_count AS count FROM collections WHERE id = ${collectionId}`;
  const [first, second] = sort;
  if (first !== undefined && second === undefined && offset > FEW_SKIPPED) {
    const order = { ...first, column: LINK_COLUMN_OF[first.field], ordering: INDEX_OF[first.field] };
    return { total, page: rankedPage({ ...order, collectionId, limit, offset }) };
  }
  return {
    total,
    page: sql`SELECT ac.asset_id AS id, ac.holders FROM asset_collections ac ${indexFor(sort)} WHERE ac.collection_id = ${collectionId}
      AND ac.listed = 1 ORDER BY ${byColumns(orderOf(sort))} LIMIT ${limit} OFFSET ${offset}`,
  };
}
