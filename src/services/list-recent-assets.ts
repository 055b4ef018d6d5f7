import type { RecentAssetSortField } from "../domain/asset-sort.ts";
import type { SortTerm } from "../domain/listing.ts";
import type { AssetView } from "../storage/d1/asset-store.ts";
import { listRecentAssets as listing } from "../storage/d1/recent-assets-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

const RECENT_ASSETS_A_PAGE = 50;
const NEWEST_FIRST: SortTerm<RecentAssetSortField> = { field: "recentAt", descending: true };

export interface ListRecentAssetsInput {
  /** From 1. */
  readonly page: number;
  /** Empty: newest first. */
  readonly sort: readonly SortTerm<RecentAssetSortField>[];
}

/** What the caller made, has in his threads, or was given citations of: as far as he may read it now. */
export async function listRecentAssets(ctx: Context, input: ListRecentAssetsInput): Promise<AssetView[]> {
  const sort = input.sort.length === 0 ? [NEWEST_FIRST] : input.sort;
  const page = { sort, limit: RECENT_ASSETS_A_PAGE, offset: (input.page - 1) * RECENT_ASSETS_A_PAGE };
  const { rows } = await readAsUser(ctx, { recent: listing(ctx.db, actorSql(ctx), page) });
  return rows.recent;
}
