import { type AssetState, parseStrings } from "../../domain/asset.ts";
import type { AssetSortField } from "../../domain/asset-sort.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Page, SortTerm } from "../../domain/page.ts";
import { nameTrigramsQuery, MAX_NAMED_ASSETS } from "../../domain/name-trigrams.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { findAssetsByName, selectNamedAssets } from "../../storage/d1/assets/search-assets.ts";
import { selectReadable, MAX_ORGANIZATIONS } from "../../storage/d1/search/searchable-organizations.ts";
import { type AssetList, NEWEST_CHANGE_FIRST, toAssetList } from "../collections/list-collection-assets.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface SearchAssetsInput extends Page {
  /**
   * Substring of the display name or file name, case-insensitive. At least one character, without control
   * characters.
   */
  readonly name: string;
  /** Collections to search with their subtrees. Empty means all collections that the caller may read. */
  readonly collectionIds: readonly Id<"col">[];
  /** Media types to find. Empty means all types. */
  readonly contentTypes: readonly string[];
  /**
   * States to find. Empty means all states except `deleted`. A search for deleted assets finds only those
   * that the caller may restore.
   */
  readonly states: readonly AssetState[];
  /** Sort order. Empty means latest change first. */
  readonly sort: readonly SortTerm<AssetSortField>[];
}

export interface FoundAssets extends AssetList {
  /** True if more assets match than the search examined. */
  readonly truncated: boolean;
}

/**
 * Finds assets by name that the caller may read. Takes two D1 round trips: one for the ids of the page, and
 * one for the rows.
 * @throws ServiceError `not_found` for a requested collection that the caller may not read
 */
export async function searchAssets(ctx: Context, input: SearchAssetsInput): Promise<FoundAssets> {
  const { db } = ctx;
  const { name, collectionIds, sort } = input;
  const search = {
    ...input,
    now: ctx.now,
    grams: nameTrigramsQuery(name),
    sort: sort.length === 0 ? [NEWEST_CHANGE_FIRST] : sort,
  };
  const { actor, rows } = await readAsUser(ctx, {
    named: selectReadable(db, actorSql(ctx), collectionIds),
    found: findAssetsByName(db, actorSql(ctx), search),
  });
  const known = new Set(rows.named.map(({ id }) => id));
  if (collectionIds.some((id) => !known.has(id))) throw notFound("collection");
  const { count: readable = 0, page = "[]", seen = 0, organizations = 0 } = rows.found[0] ?? {};
  const truncated = seen > MAX_NAMED_ASSETS || organizations > MAX_ORGANIZATIONS;
  const count = Math.min(readable, MAX_NAMED_ASSETS);
  const ids = parseStrings(page);
  if (ids.length === 0) return { count, truncated, assets: [], collections: [] };
  const shown = await db.read(selectNamedAssets(db, userOf(actor.id), ids, input.states));
  return { ...(await toAssetList(ctx, actor, { ...shown, count })), truncated };
}
