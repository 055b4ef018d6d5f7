import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField, RecentAssetSortField } from "../../domain/asset-sort.ts";
import type { Page, SortTerm } from "../../domain/listing.ts";
import { isWithin, mayOnPath } from "./access-sql.ts";
import { assetViewColumns } from "./asset-store.ts";
import { collectionViewColumns } from "./collection-store.ts";
import type { Database, Rows } from "./database.ts";
import { assets } from "./schema/assets.ts";
import { collections } from "./schema/collections.ts";

const COLUMN_OF: Record<AssetSortField, string> = {
  displayName: "display_name",
  createdAt: "created_at",
  modifiedAt: "modified_at",
  filesize: "file_size",
  contentType: "content_type",
};

/** `ORDER BY` terms over the assets aliased as `table`, ties by id; `recentAt` yields when an asset was last recent. */
export function assetOrder(table: string, sort: readonly SortTerm<RecentAssetSortField>[], recentAt: SQL = sql`0`): SQL {
  const column = (name: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const terms = sort.map(({ field, descending }) => {
    const value = field === "recentAt" ? recentAt : column(COLUMN_OF[field]);
    return descending ? sql`${value} DESC` : value;
  });
  return sql.join([...terms, column("id")], sql`, `);
}

export interface AssetListing extends Page {
  readonly collectionId: string;
  /** Whether what the collections below it hold counts too. */
  readonly includeDescendants: boolean;
  readonly sort: readonly SortTerm<AssetSortField>[];
}

export type AssetListingRows = Rows<ReturnType<typeof listCollectionAssets>>;

/**
 * A page of the assets in a collection, with how many there are, and the collections (that one first of all) that hold them, as far as
 * the actor may read them. Whoever may read the collection may read all that it holds; whether he may, the caller checks.
 */
export function listCollectionAssets(db: Database, actor: SQL, listing: AssetListing) {
  const { collectionId, sort, limit, offset } = listing;
  const matching = sql`la.id IN (${heldAssetIds(listing)}) AND la.lifecycle_state <> 'deleted'`;
  const page = sql`SELECT la.id FROM assets la WHERE ${matching} ORDER BY ${assetOrder("la", sort)} LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: db.build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM assets la WHERE ${matching}`),
    assets: db.build
      .select({ ...assetViewColumns(actor), holders: readableHolders(actor).as("holders") })
      .from(assets)
      .where(sql`${assets.id} IN (${page})`)
      .orderBy(assetOrder("assets", sort)),
    collections: db.build
      .select(collectionViewColumns(actor))
      .from(collections)
      .where(
        sql`${collections.id} IN (SELECT ${collectionId} UNION ALL
            SELECT held.collection_id FROM (${page}) shown CROSS JOIN asset_collections held ON held.asset_id = shown.id)
          AND ${collections.lifecycleState} = 'active' AND ${mayOnPath(actor, sql`"collections"."path"`, "read")}`,
      ),
  };
}

function heldAssetIds({ collectionId, includeDescendants }: AssetListing): SQL {
  if (!includeDescendants) return sql`SELECT ac.asset_id FROM asset_collections ac WHERE ac.collection_id = ${collectionId}`;
  return sql`SELECT ac.asset_id FROM collections top
    CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'
    CROSS JOIN asset_collections ac ON ac.collection_id = below.id WHERE top.id = ${collectionId}`;
}

/** The collections that hold an asset, oldest link first, with each link's flags: JSON `[{"collectionId", "flags"}]`. */
function readableHolders(actor: SQL): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_object('collectionId', hl.collection_id, 'flags', json(hl.flags)) ORDER BY hl.id)
    FROM asset_collections hl JOIN collections hlc ON hlc.id = hl.collection_id AND hlc.lifecycle_state = 'active'
    WHERE hl.asset_id = "assets"."id" AND ${mayOnPath(actor, sql`hlc.path`, "read")})`;
}
