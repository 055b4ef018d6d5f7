/** The organizations whose root collection the person may read. */
import { query, useQuery } from "./cache.ts";
import { idFromBytes } from "./client.ts";
import { TREE } from "./collection-tree.ts";

export interface Organization {
  readonly id: string;
  readonly label: string;
  readonly rootId: string;
}

const treeQuery = query("/v1/users/self/collection-tree", {}, [TREE]);

/** The organizations in the order of the tree; null until it is read. */
export function useOrganizations(): readonly Organization[] | null {
  const { data } = useQuery(treeQuery);
  if (data === null) return null;
  return data.flatMap(({ collection: { collectionKind, id, organizationId, label } }) =>
    collectionKind === "root"
      ? [{ id: idFromBytes("org", organizationId), label, rootId: idFromBytes("col", id) }]
      : [],
  );
}
