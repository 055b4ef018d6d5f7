import type { AssetSortField } from "../domain/asset-sort.ts";
import { requireAction } from "../domain/authorized.ts";
import type { Id } from "../domain/ids.ts";
import type { Page, SortTerm } from "../domain/listing.ts";
import { type AssetListingRows, listCollectionAssets as listing } from "../storage/d1/asset-listing-store.ts";
import type { CollectionView } from "../storage/d1/collection-store.ts";
import { storedAssetUrl } from "./asset-urls.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

export interface ListCollectionAssetsInput extends Page {
  readonly collectionId: Id<"col">;
  readonly includeDescendants: boolean;
  /** Empty: newest change first. */
  readonly sort: readonly SortTerm<AssetSortField>[];
}

export interface ListedAsset {
  readonly asset: AssetListingRows["assets"][number];
  /** "" when the bytes are not there. */
  readonly signedUrl: string;
}

export interface AssetList {
  readonly count: number;
  readonly assets: readonly ListedAsset[];
  /** The listed collection and the others that hold what is listed. */
  readonly collections: readonly CollectionView[];
}

const NEWEST_CHANGE_FIRST: SortTerm<AssetSortField> = { field: "modifiedAt", descending: true };

/** @throws ServiceError `not_found` when the caller may not read the collection */
export async function listCollectionAssets(ctx: Context, input: ListCollectionAssetsInput): Promise<AssetList> {
  const sort = input.sort.length === 0 ? [NEWEST_CHANGE_FIRST] : input.sort;
  const { actor, rows } = await readAsUser(ctx, listing(ctx.db, actorSql(ctx), { ...input, sort }));
  requireAction(
    rows.collections.find((collection) => collection.id === input.collectionId),
    "read",
    "collection",
  );
  const assets = rows.assets.map(async (asset) => ({ asset, signedUrl: await storedAssetUrl(ctx, actor, asset) }));
  return { count: rows.total[0]?.count ?? 0, assets: await Promise.all(assets), collections: rows.collections };
}
