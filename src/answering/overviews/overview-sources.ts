import type { Passage, SearchResult } from "../../domain/retrieval.ts";
import type { ScopeDocument } from "../../storage/d1/answers/scope-documents.ts";
import type { ReadDocument } from "./overview-input.ts";

/** Passages that answer a query. */
export type Found = Pick<SearchResult, "passages" | "coverage">;

/** Queries that an overview may run within the scope. */
export interface OverviewSources {
  readonly beginnings: (assetIds: readonly string[], passages: number) => Promise<readonly Passage[]>;
  /** Searches the scope, or only `assetIds`. Returns null if nothing answers. */
  readonly seek: (query: string, assetIds?: readonly string[]) => Promise<Found | null>;
}

export type ReadAll = (documents: readonly ScopeDocument[]) => Promise<readonly ReadDocument[]>;

/** Returns the distinct documents of the passages. */
export function distinctDocuments(passages: readonly Passage[]): ScopeDocument[] {
  const all = passages.map(({ assetId, version, displayName }) => {
    return { assetId, version, displayName, summary: "", createdAt: 0, isMentioned: false };
  });
  return [...new Map(all.map((document) => [document.assetId, document])).values()];
}
