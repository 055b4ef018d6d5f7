import { parseStrings } from "../../domain/asset.ts";
import type { RecentAssetSortField } from "../../domain/asset-sort.ts";
import type { SortTerm } from "../../domain/page.ts";
import type { AssetView } from "../../storage/d1/assets/assets.ts";
import {
  findFirstRecent,
  findNamedAssets,
  findRecentCandidates,
  NEWEST_FIRST,
  RECENT_ASSETS_SEEN,
  type RecentCandidate,
} from "../../storage/d1/assets/recent-assets.ts";
import type { EffectiveGrant, VisibleAssetRow } from "../../storage/d1/assets/visible-assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { collectionsAt, toCollectionViews } from "../collections/internal/collection-views.ts";
import { toAssetView } from "./internal/asset-view.ts";

const RECENT_ASSETS_PER_PAGE = 50;
/** Number of assets that the first query reads: a few more than a page, because some may be deleted. */
const FIRST_CANDIDATES = RECENT_ASSETS_PER_PAGE + 5;

export interface ListRecentAssetsInput {
  /** Number from 1. */
  readonly page: number;
  /** Sort order. Empty means newest first. */
  readonly sort: readonly SortTerm<RecentAssetSortField>[];
}

/**
 * Lists the assets that the caller created, added to a thread, or received in a citation. Omits assets that
 * the caller may no longer read.
 */
export async function listRecentAssets(
  ctx: Context,
  { page, sort }: ListRecentAssetsInput,
): Promise<AssetView[]> {
  const offset = (page - 1) * RECENT_ASSETS_PER_PAGE;
  const order = sort.length === 0 ? NEWEST_FIRST : sort;
  if (order.length === 1 && offset === 0) {
    const { assets, isAll } = await readFirst(ctx, order);
    if (isAll || assets.length >= RECENT_ASSETS_PER_PAGE) return assets.slice(0, RECENT_ASSETS_PER_PAGE);
  }
  const ids = await findPage(ctx, offset, order);
  if (ids.length === 0) return [];
  // This query checks the access again for the rows in the response.
  const { rows } = await readAsUser(ctx, findNamedAssets(ctx.db, actorSql(ctx), ids));
  return shownOf(rows.assets, rows.grants);
}

type Sort = ListRecentAssetsInput["sort"];

async function readFirst(
  ctx: Context,
  sort: Sort,
): Promise<{ readonly assets: AssetView[]; readonly isAll: boolean }> {
  const { rows } = await readAsUser(ctx, findFirstRecent(ctx.db, actorSql(ctx), sort, FIRST_CANDIDATES));
  return { assets: shownOf(rows.assets, rows.grants), isAll: rows.assets.length < FIRST_CANDIDATES };
}

/**
 * Returns the ids of a page. Reads the first assets in sort order. If too few of them are readable, reads all
 * assets.
 */
async function findPage(ctx: Context, offset: number, sort: Sort): Promise<string[]> {
  const end = offset + RECENT_ASSETS_PER_PAGE;
  const few = end + RECENT_ASSETS_PER_PAGE;
  const looks = few < RECENT_ASSETS_SEEN ? [few, RECENT_ASSETS_SEEN] : [RECENT_ASSETS_SEEN];
  let readable: string[] = [];
  for (const look of looks) {
    const { rows } = await readAsUser(ctx, findRecentCandidates(ctx.db, actorSql(ctx), look, sort));
    const may = readableOf(rows.candidates, rows.grants);
    const seen = rows.candidates.filter((row) => isShown(row) && pathsOf(row).some(({ id }) => may.has(id)));
    readable = seen.map(({ id }) => id);
    if (readable.length >= end || rows.candidates.length < look) break;
  }
  return readable.slice(offset, end);
}

type WithPaths = Pick<RecentCandidate, "holderPaths">;

const pathsOf = ({ holderPaths }: WithPaths) => collectionsAt(parseStrings(holderPaths));

const readableOf = (rows: readonly WithPaths[], grants: readonly EffectiveGrant[]) =>
  toCollectionViews(rows.flatMap(pathsOf), grants);

function shownOf(
  rows: readonly (VisibleAssetRow & WithPaths)[],
  grants: readonly EffectiveGrant[],
): AssetView[] {
  const readable = readableOf(rows, grants);
  const seen = rows.filter(isShown).map((row) => toAssetView(row, readable));
  return seen.filter(({ parentCollections }) => parentCollections.length > 0).map(({ asset }) => asset);
}

const isShown = ({ lifecycleState }: Pick<VisibleAssetRow, "lifecycleState">): boolean =>
  lifecycleState !== "uploading" && lifecycleState !== "deleted";
