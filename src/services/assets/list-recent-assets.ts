import { parseStrings } from "../../domain/asset.ts";
import type { RecentAssetSortField } from "../../domain/asset-sort.ts";
import type { SortTerm } from "../../domain/listing.ts";
import type { AssetView } from "../../storage/d1/assets/assets.ts";
import {
  findNamedAssets,
  findNewestRecent,
  findRecentCandidates,
  RECENT_ASSETS_SEEN,
  type RecentCandidate,
} from "../../storage/d1/assets/recent-assets.ts";
import type { HeldGrant, ShownAssetRow } from "../../storage/d1/assets/shown-assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { placesAt, seenCollections } from "../collections/seen-collections.ts";
import { asSeen } from "./seen-asset.ts";

const RECENT_ASSETS_A_PAGE = 50;
/** A few more than a page, as some may be gone. */
const FIRST_LOOK = RECENT_ASSETS_A_PAGE + 5;
const NEWEST_FIRST: SortTerm<RecentAssetSortField> = { field: "recentAt", descending: true };

export interface ListRecentAssetsInput {
  /** From 1. */
  readonly page: number;
  /** Empty: newest first. */
  readonly sort: readonly SortTerm<RecentAssetSortField>[];
}

/** What the caller made, has in their threads, or was given citations of: as far as they may read it now, of the newest 1,000. */
export async function listRecentAssets(ctx: Context, { page, sort }: ListRecentAssetsInput): Promise<AssetView[]> {
  const offset = (page - 1) * RECENT_ASSETS_A_PAGE;
  const isNewestFirst = sort.length === 0 || (sort.length === 1 && sort[0]?.field === "recentAt" && sort[0].descending);
  if (isNewestFirst && offset === 0) {
    const { assets, isAll } = await readNewest(ctx);
    if (isAll || assets.length >= RECENT_ASSETS_A_PAGE) return assets.slice(0, RECENT_ASSETS_A_PAGE);
  }
  const ids = await findPage(ctx, offset, isNewestFirst ? [NEWEST_FIRST] : sort);
  if (ids.length === 0) return [];
  // Whether they may be read is asked with what is shown, too.
  const { rows } = await readAsUser(ctx, findNamedAssets(ctx.db, actorSql(ctx), ids));
  return shownOf(rows.assets, rows.grants);
}

async function readNewest(ctx: Context): Promise<{ readonly assets: AssetView[]; readonly isAll: boolean }> {
  const { rows } = await readAsUser(ctx, findNewestRecent(ctx.db, actorSql(ctx), FIRST_LOOK));
  return { assets: shownOf(rows.assets, rows.grants), isAll: rows.assets.length < FIRST_LOOK };
}

/** The ids of a page: looks at the first assets of the order, and at all when these are not enough. */
async function findPage(ctx: Context, offset: number, sort: readonly SortTerm<RecentAssetSortField>[]): Promise<string[]> {
  const end = offset + RECENT_ASSETS_A_PAGE;
  const few = end + RECENT_ASSETS_A_PAGE;
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

const pathsOf = ({ holderPaths }: WithPaths) => placesAt(parseStrings(holderPaths));

const readableOf = (rows: readonly WithPaths[], grants: readonly HeldGrant[]) => seenCollections(rows.flatMap(pathsOf), grants);

function shownOf(rows: readonly (ShownAssetRow & WithPaths)[], grants: readonly HeldGrant[]): AssetView[] {
  const readable = readableOf(rows, grants);
  const seen = rows.filter(isShown).map((row) => asSeen(row, readable));
  return seen.filter(({ holders }) => holders.length > 0).map(({ asset }) => asset);
}

const isShown = ({ lifecycleState }: Pick<ShownAssetRow, "lifecycleState">): boolean =>
  lifecycleState !== "uploading" && lifecycleState !== "deleted";
