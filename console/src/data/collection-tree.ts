/** The collections that the person may read, as a tree. */
import { query, useQuery } from "./cache.ts";
import { idFromBytes, type Schemas } from "./client.ts";

/** Names the tree in `invalidate`, because its identifiers are bytes. */
export const TREE = "collection-tree";

export interface CollectionNode {
  readonly id: string;
  readonly label: string;
  readonly kind: Schemas["BareCollection"]["collectionKind"];
  readonly parentId: string | null;
  readonly depth: number;
  readonly childIds: readonly string[];
}

/** The nodes by id, parents before children. */
export type CollectionTree = ReadonlyMap<string, CollectionNode>;

const treeQuery = query("/v1/users/self/collection-tree", {}, [TREE]);
const NO_TREE: CollectionTree = new Map();

/** The tree; without nodes until it is read. */
export function useCollectionTree(): { readonly tree: CollectionTree; readonly isRead: boolean } {
  const { data } = useQuery(treeQuery);
  return { tree: data === null ? NO_TREE : treeOf(data), isRead: data !== null };
}

const known = new WeakMap<object, CollectionTree>();

function treeOf(roots: readonly Schemas["CollectionTreeNode"][]): CollectionTree {
  const before = known.get(roots);
  if (before !== undefined) return before;
  const tree = new Map<string, CollectionNode>();
  const add = (node: Schemas["CollectionTreeNode"], parentId: string | null, depth: number): string => {
    const { id: bytes, label, collectionKind: kind } = node.collection;
    const id = idFromBytes("col", bytes);
    const childIds: string[] = [];
    tree.set(id, { id, label, kind, parentId, depth, childIds });
    for (const child of node.children) childIds.push(add(child, id, depth + 1));
    return id;
  };
  for (const root of roots) add(root, null, 0);
  known.set(roots, tree);
  return tree;
}

/** The nodes from the topmost one down to this one; none for an unknown id. */
export function pathTo(tree: CollectionTree, id: string): readonly CollectionNode[] {
  const path: CollectionNode[] = [];
  for (let node = tree.get(id); node !== undefined; node = tree.get(node.parentId ?? "")) path.unshift(node);
  return path;
}
