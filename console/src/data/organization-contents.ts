/** How much an organization holds. */
import { query, useQuery } from "./cache.ts";
import { useCollectionTree } from "./collection-tree.ts";

export interface Contents {
  /** Collections below the root, with those that every organization has. */
  readonly collections: number;
  /** Collections that people made. */
  readonly made: number;
  readonly documents: number;
}

/** The contents below a root collection; null until they are read. */
export function useContents(rootId: string): Contents | null {
  const { tree, isRead } = useCollectionTree();
  const params = { collectionID: rootId };
  const { data: documents } = useQuery(
    query("/v1/collection/{collectionID}/assets", {
      params,
      query: { limit: 0, includeDescendants: "true" },
    }),
  );
  if (!isRead || documents === null) return null;
  const below = [...tree.values()].filter(({ id, parentId }) => {
    for (let at = id === rootId ? null : parentId; at !== null; at = tree.get(at)?.parentId ?? null)
      if (at === rootId) return true;
    return false;
  });
  return {
    collections: below.length,
    made: below.filter(({ kind }) => kind === "collection").length,
    documents: documents.pagination.count,
  };
}
