import { userOf } from "../../storage/d1/core/access.ts";
import { parseStrings } from "../../domain/asset.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Passage } from "../../domain/retrieval.ts";
import {
  checkFound,
  selectReadable,
  selectReadableAssets,
  selectSearchableOrganizations,
  MAX_ORGANIZATIONS,
} from "../../storage/d1/search/searchable-organizations.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
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
}

interface Search {
  readonly scopes: readonly ReadableScope[];
  /** Null means everything that the caller may read. */
  readonly named: Pick<ReadableScope, "collectionIds" | "assetIds"> | null;
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
  const { actor, search } = isNamed ? await readNamed(ctx, input) : await readAll(ctx);
  const { truncated } = search;
  const wanted = input.groupBy === undefined ? input.limit : MAX_PASSAGES;
  const first = await ask(ctx, search.scopes, input.query, wanted);
  const found = await check(ctx, actor.id, first, search.named);
  if (input.groupBy === "asset") return { found: bestOfEach(found).slice(0, input.limit), truncated };
  if (found.length === first.length || first.length < input.limit)
    return { found: found.slice(0, input.limit), truncated };
  const more = await ask(ctx, search.scopes, input.query, MAX_PASSAGES);
  return { found: (await check(ctx, actor.id, more, search.named)).slice(0, input.limit), truncated };
}

/** Returns the first passage of each asset, in order. */
function bestOfEach(found: readonly FoundPassage[]): FoundPassage[] {
  const best = new Map<string, FoundPassage>();
  for (const each of found) if (!best.has(each.passage.assetId)) best.set(each.passage.assetId, each);
  return [...best.values()];
}

async function readAll(ctx: Context) {
  const { actor, rows } = await readAsUser(ctx, {
    organizations: selectSearchableOrganizations(ctx.db, actorSql(ctx)),
  });
  return { actor, search: { ...readableScopes(rows.organizations), named: null } satisfies Search };
}

async function readNamed(ctx: Context, { collectionIds, assetIds }: SearchPassagesInput) {
  const { actor, rows } = await readAsUser(ctx, {
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
  return {
    actor,
    search: {
      scopes,
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

/** Returns the passages whose assets are ready, readable and in scope now. */
async function check(
  ctx: Context,
  userId: string,
  passages: readonly Passage[],
  named: Search["named"],
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
    if (paths.length === 0 || !isInScope) return [];
    return [{ passage, displayName, collectionIds: paths.flatMap((path) => path.at(-1) ?? []) }];
  });
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
