import { parseStrings } from "../../../domain/asset.ts";
import {
  MAX_ORGANIZATIONS,
  MAX_ROOTS,
  type SearchableOrganization,
} from "../../../storage/d1/search/searchable-organizations.ts";

/** Scope of a query to the index of one organization. */
export interface ReadableScope {
  readonly organizationId: string;
  readonly collectionIds: readonly string[];
  readonly assetIds: readonly string[];
}

/** Returns the scopes that cover all documents that the caller may read. */
export function readableScopes(organizations: readonly SearchableOrganization[]): {
  readonly scopes: readonly ReadableScope[];
  /** True if the scopes omit some documents that the caller may read. */
  readonly truncated: boolean;
} {
  const scopes = organizations.slice(0, MAX_ORGANIZATIONS).map(scopeOf);
  return {
    scopes,
    truncated:
      organizations.length > MAX_ORGANIZATIONS ||
      organizations.some((each) => rootsOf(each).length > mostOf(each)),
  };
}

function scopeOf(organization: SearchableOrganization): ReadableScope {
  return {
    organizationId: organization.organizationId,
    collectionIds: rootsOf(organization).slice(0, mostOf(organization)),
    assetIds: [],
  };
}

function rootsOf({ roots }: SearchableOrganization): string[] {
  return parseStrings(roots);
}

function mostOf({ own }: SearchableOrganization): number {
  return own === 1 ? MAX_ROOTS.own : MAX_ROOTS.other;
}
