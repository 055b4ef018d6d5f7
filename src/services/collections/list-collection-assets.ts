import type { AssetSortField } from "../../domain/asset-sort.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import type { Page, SortTerm } from "../../domain/page.ts";
import { selectCollectionAssets, selectDeletedAssets } from "../../storage/d1/assets/asset-listing.ts";
import { splitVisiblePage } from "../../storage/d1/assets/visible-page.ts";
import type { EffectiveGrant, VisibleAssetRow } from "../../storage/d1/assets/visible-assets.ts";
import type { CollectionRow, CollectionView } from "../../storage/d1/collections/collections.ts";
import { storedAssetUrl } from "../assets/internal/asset-urls.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../context/context.ts";
import { toAssetView, type ViewedAsset } from "../assets/internal/asset-view.ts";
import { toCollectionViews } from "./internal/collection-views.ts";

export interface ListCollectionAssetsInput extends Page {
  readonly collectionId: Id<"col">;
  readonly includeDescendants: boolean;
  /** True to list the deleted records that the caller may restore, instead of the live records. */
  readonly deleted: boolean;
  /** Sort order. Empty means latest change first. */
  readonly sort: readonly SortTerm<AssetSortField>[];
}

export interface ListedAsset extends ViewedAsset {
  /** Download URL. Empty before the bytes are stored. */
  readonly signedUrl: string;
}

export interface AssetList {
  readonly count: number;
  readonly assets: readonly ListedAsset[];
  /** The listed collection, and the other collections of the listed records. */
  readonly collections: readonly CollectionView[];
}

export const NEWEST_CHANGE_FIRST: SortTerm<AssetSortField> = { field: "modifiedAt", descending: true };

/** @throws ServiceError `not_found` if the caller may not read the collection */
export async function listCollectionAssets(
  ctx: Context,
  input: ListCollectionAssetsInput,
): Promise<AssetList> {
  const sort = input.sort.length === 0 ? [NEWEST_CHANGE_FIRST] : input.sort;
  const wanted = { ...input, sort };
  const queries = input.deleted
    ? selectDeletedAssets(ctx.db, actorSql(ctx), wanted, ctx.now)
    : selectCollectionAssets(ctx.db, actorSql(ctx), wanted);
  const { actor, rows } = await readAsUser(ctx, queries);
  const page = splitVisiblePage(rows);
  const readable = toCollectionViews(page.holding, rows.grants);
  requireAction(readable.get(input.collectionId), "read", "collection");
  return await toAssetList(ctx, actor, { ...page, grants: rows.grants, count: rows.total[0]?.count ?? 0 });
}

interface ListedRows {
  readonly count: number;
  readonly assets: readonly VisibleAssetRow[];
  readonly holding: readonly CollectionRow[];
  readonly grants: readonly EffectiveGrant[];
}

/** Returns the caller's views of assets, with the collections that the caller may read. */
export async function toAssetList(
  ctx: Context,
  actor: Pick<Actor, "id">,
  rows: ListedRows,
): Promise<AssetList> {
  const readable = toCollectionViews(rows.holding, rows.grants);
  const assets = rows.assets.map(async (row): Promise<ListedAsset> => {
    const { asset, parentCollections } = toAssetView(row, readable);
    const signedUrl = asset.lifecycleState === "deleted" ? "" : await storedAssetUrl(ctx, actor, asset);
    return { asset, parentCollections, signedUrl };
  });
  return { count: rows.count, assets: await Promise.all(assets), collections: [...readable.values()] };
}
