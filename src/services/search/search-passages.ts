import { userOf } from "../../storage/d1/core/access.ts";
import { parseStrings } from "../../domain/asset.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Passage } from "../../domain/retrieval.ts";
import {
  checkFound,
  type FoundAsset,
  selectReadable,
  selectReadableAssets,
  selectSearchableOrganizations,
  MAX_ORGANIZATIONS,
} from "../../storage/d1/search/searchable-organizations.ts";
import {
  type DocumentFilter,
  type MatchingAssets,
  selectMatchingEverywhere,
  selectMatchingNamed,
} from "../../storage/d1/search/document-filter.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { listedScopes, namedScopes } from "./internal/listed-scopes.ts";
import { readableScopes, type ReadableScope } from "./internal/readable-scopes.ts";

/**
 * Minimum weight of the scores of an index. Scores of different indexes become comparable by multiplication
 * with the coverage of each result.
 */
const MIN_WEIGHT = 0.001;
/** Maximum number of passages in the result of an index. */
const MAX_PASSAGES = 100;

export interface SearchPassagesInput {
  readonly query: string;
  /**
   * If `collectionIds` and `assetIds` are empty, the search covers all documents that the caller may read.
   */
  readonly collectionIds: readonly Id<"col">[];
  readonly assetIds: readonly Id<"asset">[];
  readonly limit: number;
  /** Number of results to skip; 0 by default. */
  readonly offset?: number;
  readonly contentTypes?: readonly string[];
  readonly modifiedFrom?: Date | null;
  /** The first moment after the period. */
  readonly modifiedBefore?: Date | null;
  /** `asset` returns only the best passage of each asset. */
  readonly groupBy?: "asset" | undefined;
}

export interface FoundPassage {
  readonly passage: Passage;
  readonly displayName: string;
  /** Collections of the asset that the caller may read. */
  readonly collectionIds: readonly string[];
}

export interface SearchedPassages {
  readonly found: readonly FoundPassage[];
  /** True if the search omitted some documents that the caller may read. */
  readonly truncated: boolean;
  /** True if the search ranked further results after these. */
  readonly hasMore: boolean;
}

interface Search {
  readonly scopes: readonly ReadableScope[];
  /** Null means everything that the caller may read. */
  readonly named: Pick<ReadableScope, "collectionIds" | "assetIds"> | null;
  /** Null matches every document. */
  readonly filter: DocumentFilter | null;
  /** Whether the scopes contain only documents that match the filter. */
  readonly isListed: boolean;
  readonly truncated: boolean;
}

/**
 * Searches everything that the caller may read, or the requested collections with their subtrees and the
 * requested assets. One D1 round trip reads the scope, and another one checks the results, because the
 * indexes lag behind D1. If D1 removes results, searches the indexes once more for the maximum number of
 * passages.
 * @throws ServiceError `not_found` for a requested collection or asset that the caller may not read
 */
export async function searchPassages(ctx: Context, input: SearchPassagesInput): Promise<SearchedPassages> {
  const isNamed = input.collectionIds.length + input.assetIds.length > 0;
  const filter = filterOf(input);
  const { actor, search } = isNamed ? await readNamed(ctx, input, filter) : await readAll(ctx, filter);
  const end = (input.offset ?? 0) + input.limit;
  const isWhole = input.groupBy === "asset" || !search.isListed;
  const wanted = isWhole ? MAX_PASSAGES : Math.min(end + 1, MAX_PASSAGES);
  const first = await ask(ctx, search.scopes, input.query, wanted);
  let found = await check(ctx, actor.id, first, search);
  if (found.length < first.length && first.length === wanted && wanted < MAX_PASSAGES)
    found = await check(ctx, actor.id, await ask(ctx, search.scopes, input.query, MAX_PASSAGES), search);
  const ranked = input.groupBy === "asset" ? bestOfEach(found) : found;
  return {
    found: ranked.slice(input.offset ?? 0, end),
    hasMore: ranked.length > end,
    truncated: search.truncated || (!search.isListed && ranked.length < end),
  };
}

function filterOf({
  contentTypes = [],
  modifiedFrom = null,
  modifiedBefore = null,
}: SearchPassagesInput): DocumentFilter | null {
  if (contentTypes.length === 0 && modifiedFrom === null && modifiedBefore === null) return null;
  return { contentTypes, modifiedFrom, modifiedBefore };
}

/** Returns the first passage of each asset, in order. */
function bestOfEach(found: readonly FoundPassage[]): FoundPassage[] {
  const best = new Map<string, FoundPassage>();
  for (const each of found) if (!best.has(each.passage.assetId)) best.set(each.passage.assetId, each);
  return [...best.values()];
}

async function readAll(ctx: Context, filter: DocumentFilter | null) {
  const me = actorSql(ctx);
  if (filter === null) {
    const { actor, rows } = await readAsUser(ctx, {
      organizations: selectSearchableOrganizations(ctx.db, me),
    });
    const scope = readableScopes(rows.organizations);
    return { actor, search: { ...scope, named: null, filter, isListed: true } satisfies Search };
  }
  const { actor, rows } = await readAsUser(ctx, {
    organizations: selectMatchingEverywhere(ctx.db, me, filter),
  });
  return { actor, search: { ...listedScopes(rows.organizations), named: null, filter } satisfies Search };
}

async function readNamed(
  ctx: Context,
  { collectionIds, assetIds }: SearchPassagesInput,
  filter: DocumentFilter | null,
) {
  const matching =
    filter === null ? {} : { matching: selectMatchingNamed(ctx.db, { collectionIds, assetIds }, filter) };
  const { actor, rows } = await readAsUser(ctx, {
    ...matching,
    collections: selectReadable(ctx.db, actorSql(ctx), collectionIds),
    assets: selectReadableAssets(ctx.db, actorSql(ctx), assetIds),
  });
  requireAll(collectionIds, rows.collections, "collection");
  requireAll(assetIds, rows.assets, "asset");
  const organizations = [
    ...new Set([...rows.collections, ...rows.assets].map(({ organizationId }) => organizationId)),
  ];
  const scopes = organizations.slice(0, MAX_ORGANIZATIONS).map((organizationId): ReadableScope => {
    const idsIn = (all: readonly { id: string; organizationId: string }[]): string[] =>
      all.flatMap((each) => (each.organizationId === organizationId ? [each.id] : []));
    return { organizationId, collectionIds: idsIn(rows.collections), assetIds: idsIn(rows.assets) };
  });
  const { matching: listable } = rows as { readonly matching?: readonly MatchingAssets[] };
  const listed = listable === undefined ? null : namedScopes(listable, scopes);
  return {
    actor,
    search: {
      scopes: listed ?? scopes,
      isListed: listable === undefined || listed !== null,
      filter,
      named: { collectionIds, assetIds },
      truncated: organizations.length > MAX_ORGANIZATIONS,
    } satisfies Search,
  };
}

/** Searches all indexes and returns their passages, best first. */
async function ask(
  { platform, db }: Context,
  scopes: readonly ReadableScope[],
  query: string,
  limit: number,
): Promise<Passage[]> {
  const searches = scopes.map(async ({ organizationId, ...scope }) => {
    const index = platform.index(organizationId, 0);
    const { passages, coverage, cost } = await index.search({ query, limit, ...scope });
    db.meter.trips += cost.trips;
    db.meter.rowsRead += cost.rowsRead;
    return passages.map((passage) => ({
      ...passage,
      score: passage.score * Math.max(coverage, MIN_WEIGHT),
    }));
  });
  return (await Promise.all(searches))
    .flat()
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

/** Returns the passages whose assets are ready, readable, in scope and match the filter now. */
async function check(
  ctx: Context,
  userId: string,
  passages: readonly Passage[],
  { named, filter }: Search,
): Promise<FoundPassage[]> {
  if (passages.length === 0) return [];
  const ids = [...new Set(passages.map(({ assetId }) => assetId))];
  const { assets } = await ctx.db.read({ assets: checkFound(ctx.db, userOf(userId), ids) });
  const byId = new Map(
    assets.map((asset) => [asset.id, { ...asset, paths: parseStrings(asset.holders).map(idsOfPath) }]),
  );
  return passages.flatMap((passage): FoundPassage[] => {
    const asset = byId.get(passage.assetId);
    if (asset === undefined || asset.textVersion !== passage.version) return [];
    const { displayName, paths } = asset;
    const isNamed = named === null || (named.assetIds as readonly string[]).includes(asset.id);
    const isInScope = isNamed || paths.some((path) => path.some((id) => named.collectionIds.includes(id)));
    if (paths.length === 0 || !isInScope || !isMatch(filter, asset)) return [];
    return [{ passage, displayName, collectionIds: paths.flatMap((path) => path.at(-1) ?? []) }];
  });
}

function isMatch(filter: DocumentFilter | null, { contentType, modifiedAt }: FoundAsset): boolean {
  if (filter === null) return true;
  const { contentTypes, modifiedFrom, modifiedBefore } = filter;
  return (
    (contentTypes.length === 0 || contentTypes.includes(contentType)) &&
    modifiedAt >= (modifiedFrom?.getTime() ?? -Infinity) &&
    modifiedAt < (modifiedBefore?.getTime() ?? Infinity)
  );
}

function idsOfPath(path: string): string[] {
  return path.split("/").filter((id) => id !== "");
}

function requireAll(
  wanted: readonly string[],
  found: readonly { readonly id: string }[],
  what: string,
): void {
  const known = new Set(found.map(({ id }) => id));
  if (wanted.some((id) => !known.has(id))) throw notFound(what);
}
