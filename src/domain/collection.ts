export const MAX_DEPTH = 32;
export const MAX_COLLECTIONS_PER_ORGANIZATION = 10_000;

export type CollectionKind = "root" | "favorites" | "organization" | "personal" | "collection";

/** Returns the ids along a stored path, from the root to the collection itself. */
export function idsOfPath(path: string): string[] {
  return path.split("/").filter((id) => id !== "");
}

/**
 * Returns the ids from the topmost readable collection to the collection itself. `hidden` is the number of
 * ids above the readable ones.
 */
export function visiblePath(view: { readonly path: string; readonly hidden: number | null }): string[] {
  return idsOfPath(view.path).slice(view.hidden ?? 0);
}

interface TreeItem {
  readonly id: string;
  readonly kind: CollectionKind;
  readonly label: string;
  readonly path: string;
  /** Number of leading ids of the path that belong to collections that the caller may not read. */
  readonly hidden: number;
  /** 1 if the caller is no member of the collection's organization, otherwise 0. */
  readonly isForeign: number;
}

export interface TreeNode<T> {
  readonly collection: T;
  /** Ids from the topmost readable collection to this one, inclusive. */
  readonly visiblePath: readonly string[];
  readonly children: readonly TreeNode<T>[];
}

const KIND_ORDER: Record<CollectionKind, number> = {
  root: 0,
  favorites: 1,
  organization: 2,
  personal: 3,
  collection: 4,
};

/** Maximum number of collections in a tree. */
export const MAX_TREE_NODES = 1_000;

/** Sorts siblings by kind (favorites, organization, personal), by label, and by id. */
export function compareSiblings(
  a: Pick<TreeItem, "kind" | "label" | "id">,
  b: Pick<TreeItem, "kind" | "label" | "id">,
): number {
  return KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || compareText(a.label, b.label) || compareText(a.id, b.id);
}

/**
 * Builds the trees of these items, the user's own organizations first. An item is a root if its parent is not
 * in the list.
 */
export function treeOf<T extends TreeItem>(items: readonly T[]): TreeNode<T>[] {
  const unique = new Map(items.map((item) => [item.id, item]));
  const childrenOf = new Map<string, T[]>();
  const top: T[] = [];
  for (const item of unique.values()) {
    const parent = idsOfPath(item.path).at(-2);
    if (parent === undefined || !unique.has(parent)) top.push(item);
    else pushTo(childrenOf, parent, item);
  }
  const nodeOf = (item: T): TreeNode<T> => {
    const children = (childrenOf.get(item.id) ?? []).sort(compareSiblings);
    return { collection: item, visiblePath: visiblePath(item), children: children.map(nodeOf) };
  };
  return top.sort((a, b) => a.isForeign - b.isForeign || compareSiblings(a, b)).map(nodeOf);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
