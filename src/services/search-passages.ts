import { sql } from "drizzle-orm";
import { parseStrings } from "../domain/asset.ts";
import { notFound } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import type { Passage } from "../domain/retrieval.ts";
import type { AssetView } from "../storage/d1/asset-store.ts";
import {
  findReadableAssets,
  listReadable,
  listSearchableCollections,
  listSubtrees,
  type ScopeCollection,
} from "../storage/d1/search-scope.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/** Organizations that one search asks at most; each is an index of its own. */
const MAX_ORGANIZATIONS = 50;

/** Scores compare within one index only; how much of the query an index answers makes them comparable between several. */
const LEAST_WEIGHT = 0.001;

export interface SearchPassagesInput {
  readonly query: string;
  /** Both empty: everything that the caller may read. */
  readonly collectionIds: readonly Id<"col">[];
  readonly assetIds: readonly Id<"asset">[];
  readonly limit: number;
}

export interface FoundPassage {
  readonly passage: Passage;
  readonly asset: AssetView;
  /** The holding collections that the caller may read. */
  readonly collectionIds: readonly string[];
}

interface Scope {
  readonly collectionIds: readonly string[];
  readonly assetIds: readonly string[];
}

/**
 * Searches what the caller may read, or the named part of it with its subtrees. One trip for the scope, one to check what the indexes found:
 * D1 decides, whatever an index holds.
 * @throws ServiceError `not_found` for a named collection or asset that the caller may not read
 */
export async function searchPassages(ctx: Context, input: SearchPassagesInput): Promise<FoundPassage[]> {
  const { db } = ctx;
  const isNamed = input.collectionIds.length + input.assetIds.length > 0;
  const { actor, rows } = await readAsUser(ctx, {
    all: isNamed ? db.build.all<ScopeCollection>(sql`SELECT 1 WHERE false`) : listSearchableCollections(db, actorSql(ctx)),
    readable: listReadable(db, actorSql(ctx), input.collectionIds),
    named: listSubtrees(db, actorSql(ctx), input.collectionIds),
    assets: findReadableAssets(db, actorSql(ctx), input.assetIds),
  });
  requireAll(input.collectionIds, new Set(rows.readable.map((row) => row.id)), "collection");
  requireAll(input.assetIds, new Set(rows.assets.map((row) => row.id)), "asset");
  const scopes = scopesByOrganization(isNamed ? rows.named : rows.all, rows.assets);
  const searches = [...scopes].slice(0, MAX_ORGANIZATIONS).map(async ([organizationId, scope]) => {
    const { passages, confidence } = await ctx.platform
      .index(organizationId, 0)
      .search({ query: input.query, limit: input.limit, ...scope });
    return passages.map((passage) => ({ ...passage, score: passage.score * Math.max(confidence, LEAST_WEIGHT) }));
  });
  const passages = (await Promise.all(searches)).flat();
  return await checked(ctx, actor.id, passages, scopes, input.limit);
}

/** Keeps the passages of assets that are ready, readable and in scope at this moment. */
async function checked(
  ctx: Context,
  userId: string,
  passages: readonly Passage[],
  scopes: ReadonlyMap<string, Scope>,
  limit: number,
): Promise<FoundPassage[]> {
  if (passages.length === 0) return [];
  const ids = [...new Set(passages.map((passage) => passage.assetId))];
  const { found } = await ctx.db.read({ found: findReadableAssets(ctx.db, sql`${userId}`, ids) });
  const byId = new Map(found.map((asset) => [asset.id, asset]));
  const kept = passages.flatMap((passage): FoundPassage[] => {
    const asset = byId.get(passage.assetId);
    if (asset === undefined || asset.lifecycleState !== "ready" || asset.textVersion !== passage.version) return [];
    const collectionIds = parseStrings(asset.collectionIds);
    const scope = scopes.get(asset.organizationId);
    const inScope = scope?.assetIds.includes(asset.id) === true || collectionIds.some((id) => scope?.collectionIds.includes(id) === true);
    return inScope ? [{ passage, asset, collectionIds }] : [];
  });
  return kept.sort((a, b) => b.passage.score - a.passage.score).slice(0, limit);
}

function scopesByOrganization(collections: readonly ScopeCollection[], assets: readonly AssetView[]): Map<string, Scope> {
  const scopes = new Map<string, { collectionIds: string[]; assetIds: string[] }>();
  const of = (organizationId: string) => {
    const scope = scopes.get(organizationId) ?? { collectionIds: [], assetIds: [] };
    scopes.set(organizationId, scope);
    return scope;
  };
  for (const collection of collections) of(collection.organizationId).collectionIds.push(collection.id);
  for (const asset of assets) of(asset.organizationId).assetIds.push(asset.id);
  return scopes;
}

function requireAll(wanted: readonly string[], found: ReadonlySet<string>, what: string): void {
  if (wanted.some((id) => !found.has(id))) throw notFound(what);
}
