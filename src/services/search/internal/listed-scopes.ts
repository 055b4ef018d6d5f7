import { parseStrings } from "../../../domain/asset.ts";
import { LISTED_DOCUMENTS, type MatchingAssets } from "../../../storage/d1/search/document-filter.ts";
import type { SearchableOrganization } from "../../../storage/d1/search/searchable-organizations.ts";
import { readableScopes, type ReadableScope } from "./readable-scopes.ts";

/**
 * Returns the scopes of a filtered search of all documents that the caller may read. Each scope names the
 * matching documents of an organization. If too many documents match, the scope contains all documents of the
 * organization, and `isListed` is false.
 */
export function listedScopes(organizations: readonly (SearchableOrganization & MatchingAssets)[]): {
  readonly scopes: readonly ReadableScope[];
  readonly truncated: boolean;
  readonly isListed: boolean;
} {
  const { scopes, truncated } = readableScopes(organizations);
  const rows = new Map(organizations.map((row) => [row.organizationId, row]));
  const narrowed = scopes.map((scope) => {
    const row = rows.get(scope.organizationId);
    const most = row?.own === 1 ? LISTED_DOCUMENTS.own : LISTED_DOCUMENTS.other;
    return row === undefined ? null : scopeOf(row, most);
  });
  return {
    scopes: scopes.flatMap((scope, at) => onlyNamed(narrowed[at] ?? scope)),
    truncated,
    isListed: !narrowed.includes(null),
  };
}

/**
 * Returns the scopes of a filtered search of named collections and assets, or null if too many documents
 * match.
 */
export function namedScopes(
  matching: readonly MatchingAssets[],
  scopes: readonly ReadableScope[],
): readonly ReadableScope[] | null {
  const searched = new Set(scopes.map(({ organizationId }) => organizationId));
  const narrowed = matching.map((row) => scopeOf(row, LISTED_DOCUMENTS.own));
  const total = narrowed.reduce((sum, scope) => sum + (scope?.assetIds.length ?? Infinity), 0);
  if (total > LISTED_DOCUMENTS.own) return null;
  return narrowed.flatMap((scope) =>
    scope !== null && searched.has(scope.organizationId) ? onlyNamed(scope) : [],
  );
}

/** Returns the scope that names the matching documents, or null if the row does not list all of them. */
function scopeOf(
  { organizationId, assetIds, isComplete }: MatchingAssets,
  most: number,
): ReadableScope | null {
  const ids = parseStrings(assetIds);
  if (isComplete === 0 || ids.length > most) return null;
  return { organizationId, collectionIds: [], assetIds: [...new Set(ids)] };
}

function onlyNamed(scope: ReadableScope): ReadableScope[] {
  return scope.collectionIds.length + scope.assetIds.length === 0 ? [] : [scope];
}
