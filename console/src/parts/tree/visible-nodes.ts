import type { CollectionNode, CollectionTree } from "../../data/collection-tree.ts";

/** The nodes below no folded one, parents before children. */
export function visibleNodes(tree: CollectionTree, folded: ReadonlySet<string>): readonly CollectionNode[] {
  const hidden = new Set<string>();
  const visible: CollectionNode[] = [];
  for (const node of tree.values()) {
    const { id, parentId } = node;
    if (parentId !== null && (hidden.has(parentId) || folded.has(parentId))) hidden.add(id);
    else visible.push(node);
  }
  return visible;
}

/**
 * The effect of a key on the focus of a tree: the node to go to, or `fold` or `unfold`. Null for other keys.
 * Pattern: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */
export function nodeFrom(
  tree: CollectionTree,
  visible: readonly CollectionNode[],
  from: CollectionNode,
  key: string,
  isFolded: boolean,
): CollectionNode | "fold" | "unfold" | null {
  const at = visible.indexOf(from);
  const hasChildren = from.childIds.length > 0;
  switch (key) {
    case "ArrowDown":
      return visible[at + 1] ?? from;
    case "ArrowUp":
      return visible[at - 1] ?? from;
    case "Home":
      return visible[0] ?? from;
    case "End":
      return visible.at(-1) ?? from;
    case "ArrowRight":
      if (!hasChildren) return from;
      return isFolded ? "unfold" : (visible[at + 1] ?? from);
    case "ArrowLeft":
      if (hasChildren && !isFolded) return "fold";
      return tree.get(from.parentId ?? "") ?? from;
    default:
      return nextNamed(visible, at, key);
  }
}

/** The next node whose name begins with a letter or digit. */
function nextNamed(visible: readonly CollectionNode[], at: number, key: string): CollectionNode | null {
  if (!/^[\p{L}\p{N}]$/u.test(key)) return null;
  const wanted = key.toLocaleLowerCase();
  const inOrder = [...visible.slice(at + 1), ...visible.slice(0, at + 1)];
  return inOrder.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted)) ?? null;
}
