import { type AssetState, parseStrings } from "../../domain/asset.ts";
import type { AssetSortField } from "../../domain/asset-sort.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Page, SortTerm } from "../../domain/listing.ts";
import { gramsQuery, NAMED_ASSETS_SEEN } from "../../domain/name-grams.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { findAssetsByName, listNamedAssets } from "../../storage/d1/assets/search-assets.ts";
import { listReadable, MAX_ORGANIZATIONS } from "../../storage/d1/search/search-scope.ts";
import { type AssetList, NEWEST_CHANGE_FIRST, toAssetList } from "../collections/list-collection-assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface SearchAssetsInput extends Page {
  /** Stands in the display name or the file name, in capital letters or not. At least one character, no control characters. */
  readonly name: string;
  /** Empty: wherever the caller may read; else these collections and those below them. */
  readonly collectionIds: readonly Id<"col">[];
  /** Empty: of every type. */
  readonly contentTypes: readonly string[];
  /** Empty: in every state but deleted. What is deleted is found by who may restore it, as long as that can be done. */
  readonly states: readonly AssetState[];
  /** Empty: newest change first. */
  readonly sort: readonly SortTerm<AssetSortField>[];
}

export interface FoundAssets extends AssetList {
  /** More have such a name than were looked at. */
  readonly truncated: boolean;
}

/**
 * Finds assets by their names, as far as the caller may read them: one trip for the page's ids, one for what is shown.
 * @throws ServiceError `not_found` for a named collection that the caller may not read
 */
export async function searchAssets(ctx: Context, input: SearchAssetsInput): Promise<FoundAssets> {
  const { db } = ctx;
  const { name, collectionIds, sort } = input;
  const search = { ...input, now: ctx.now, grams: gramsQuery(name), sort: sort.length === 0 ? [NEWEST_CHANGE_FIRST] : sort };
  const { actor, rows } = await readAsUser(ctx, {
    named: listReadable(db, actorSql(ctx), collectionIds),
    found: findAssetsByName(db, actorSql(ctx), search),
  });
  const known = new Set(rows.named.map(({ id }) => id));
  if (collectionIds.some((id) => !known.has(id))) throw notFound("collection");
  const { count: readable = 0, page = "[]", seen = 0, organizations = 0 } = rows.found[0] ?? {};
  const truncated = seen > NAMED_ASSETS_SEEN || organizations > MAX_ORGANIZATIONS;
  const count = Math.min(readable, NAMED_ASSETS_SEEN);
  const ids = parseStrings(page);
  if (ids.length === 0) return { count, truncated, assets: [], collections: [] };
  const shown = await db.read(listNamedAssets(db, userOf(actor.id), ids, input.states));
  return { ...(await toAssetList(ctx, actor, { ...shown, count })), truncated };
}
