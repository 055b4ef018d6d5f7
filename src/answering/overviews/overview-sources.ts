import type { Passage, SearchResult } from "../../domain/retrieval.ts";
import type { ScopeDocument } from "../../storage/d1/answers/scope-documents.ts";
import type { ReadDocument } from "./material.ts";

/** What an overview may ask of the index, all of it within the scope. */
export interface OverviewSources {
  readonly beginnings: (assetIds: readonly string[], passages: number) => Promise<readonly Passage[]>;
  /** What fits these words; `assetIds`: in these documents alone. Null: nothing that answers. */
  readonly seek: (query: string, assetIds?: readonly string[]) => Promise<SearchResult | null>;
}

export type ReadAll = (documents: readonly ScopeDocument[]) => Promise<readonly ReadDocument[]>;

/** Documents as the index knows them. */
export function documentsOf(passages: readonly Passage[]): ScopeDocument[] {
  const all = passages.map(({ assetId, version, displayName }) => {
    return { assetId, version, displayName, summary: "", createdAt: 0, isMentioned: false };
  });
  return [...new Map(all.map((document) => [document.assetId, document])).values()];
}
