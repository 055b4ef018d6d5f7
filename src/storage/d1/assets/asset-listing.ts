import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField, RecentAssetSortField } from "../../../domain/asset-sort.ts";
import type { Page, SortTerm } from "../../../domain/page.ts";
import { isWithin } from "../core/access.ts";
import { mayDelete } from "../collections/tombstones.ts";
import type { Database } from "../core/database.ts";
import { rankPage } from "./rank-page.ts";
import { findSmallVisiblePage, findVisiblePage } from "./visible-page.ts";
import { byColumns, type SortColumns, type ListReading, subtreePage } from "./subtree-page.ts";

const COLUMN_OF: Record<AssetSortField, string> = {
  displayName: "display_name",
  createdAt: "created_at",
  modifiedAt: "modified_at",
  filesize: "file_size",
  contentType: "content_type",
};

/** Columns of link rows that copy the sort fields. */
const LINK_COLUMN_OF: Record<AssetSortField, string> = {
  ...COLUMN_OF,
  createdAt: "asset_created_at",
  modifiedAt: "asset_modified_at",
};

/**
 * `ORDER BY` terms over the assets aliased as `table`. Equal assets are ordered by id in the direction of the
 * last term. `recentAt` yields the time of the user's last use of an asset.
 */
export function assetOrder(
  table: string,
  sort: readonly SortTerm<RecentAssetSortField>[],
  recentAt: SQL = sql`0`,
): SQL {
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
  /** Whether to include assets of all collections in the subtree. */
  readonly includeDescendants: boolean;
  readonly sort: readonly SortTerm<AssetSortField>[];
}

/**
 * A page of a collection's assets, the collections that hold them (the listed collection first), the total,
 * and the actor's grants, for `splitVisiblePage`. The caller checks that the actor may read the collection,
 * which permits reading all its assets.
 */
export function selectCollectionAssets(db: Database, actor: SQL, listing: AssetListing) {
  const { collectionId, includeDescendants, sort, offset } = listing;
  const { total, page } = includeDescendants
    ? subtreePage({ ...listing, actor, order: orderOf(sort), reading: listedBy(sort) })
    : pageOfOne(listing);
  const isNear = !includeDescendants && offset <= FEW_SKIPPED && isOfIndex(sort);
  const find = isNear ? findSmallVisiblePage : findVisiblePage;
  return {
    total: db.build.all<{ readonly count: number }>(total),
    ...find(db, actor, page, collectionId),
  };
}

/** Deleted assets to examine at most. */
const DELETED_SEEN = 1_000;

/**
 * Like `selectCollectionAssets`, for deleted assets that the actor may still restore. Examines the newest
 * assets of one collection, or with `includeDescendants` the assets deleted last.
 */
export function selectDeletedAssets(db: Database, actor: SQL, listing: AssetListing, now: Date) {
  const { collectionId, includeDescendants, sort, limit, offset } = listing;
  const top = (column: string): SQL =>
    sql`(SELECT top.${sql.identifier(column)} FROM collections top WHERE top.id = ${collectionId})`;
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
    ...findVisiblePage(db, actor, page, collectionId),
  };
}

/**
 * The index of the subtree list that matches the order or its first fields; SQLite sorts entries with equal
 * keys. Per type, the list has an index on each other field. Opposite directions are read type by type.
 */
function listedBy([first, second, third]: AssetListing["sort"]): ListReading | null {
  if (first === undefined) return null;
  const ordering = INDEX_OF[first.field];
  if (first.field !== "contentType" || second === undefined || second.field === "contentType")
    return { ordering, isByType: false };
  const isByType = first.descending !== second.descending;
  if (isByType && third !== undefined) return { ordering, isByType: false };
  return { ordering: `${ordering}_${INDEX_OF[second.field]}`, isByType };
}

/**
 * Whether an index on type and the second field exists. These indexes help because most assets of a
 * collection may share one type.
 */
const hasPair = ([first, second]: AssetListing["sort"]): boolean =>
  first?.field === "contentType" && (second?.field === "displayName" || second?.field === "modifiedAt");

/** Whether an index of links provides the whole order. */
const isOfIndex = (sort: AssetListing["sort"]): boolean =>
  sort.length === 1 || (sort.length === 2 && hasPair(sort));

/** The order over links. Ties are broken by id in the direction of the last field. */
function orderOf(sort: AssetListing["sort"]): SortColumns {
  const fields = sort.map(({ field, descending }) => ({ column: LINK_COLUMN_OF[field], descending }));
  return [...fields, { column: "asset_id", descending: sort.at(-1)?.descending === true }];
}

/** The part of an index's name that stands for the first sort field. */
const INDEX_OF: Record<AssetSortField, string> = {
  displayName: "name",
  createdAt: "creation",
  modifiedAt: "change",
  filesize: "size",
  contentType: "type",
};

/**
 * Hint to read the index of the first field and sort only entries with equal keys. Otherwise SQLite sorts all
 * links if the order has several fields.
 */
function indexFor(sort: AssetListing["sort"]): SQL {
  const [first, second] = sort;
  if (first === undefined || second === undefined) return sql``;
  const pair = hasPair(sort)
    ? `_${INDEX_OF[second.field]}${first.descending === second.descending ? "" : "_turned"}`
    : "";
  return sql`INDEXED BY ${sql.identifier(`asset_collections_by_${INDEX_OF[first.field]}${pair}`)}`;
}

/** Up to this offset, skipping entries one by one costs no more than finding the page by rank. */
const FEW_SKIPPED = 50;

/**
 * A page of assets in the collection itself: an index yields the page, and the collection row holds the
 * total.
 */
function pageOfOne({ collectionId, sort, limit, offset }: AssetListing): { total: SQL; page: SQL } {
  const total = sql`SELECT asset_count AS count FROM collections WHERE id = ${collectionId}`;
  const [first, second] = sort;
  if (first !== undefined && second === undefined && offset > FEW_SKIPPED) {
    const order = { ...first, column: LINK_COLUMN_OF[first.field], ordering: INDEX_OF[first.field] };
    return { total, page: rankPage({ ...order, collectionId, limit, offset }) };
  }
  return {
    total,
    page: sql`SELECT ac.asset_id AS id, ac.holders FROM asset_collections ac ${indexFor(sort)} WHERE ac.collection_id = ${collectionId}
      AND ac.listed = 1 ORDER BY ${byColumns(orderOf(sort))} LIMIT ${limit} OFFSET ${offset}`,
  };
}
