import { type CollectionNode, type CollectionTree, pathTo } from "../../data/collection-tree.ts";
import { t } from "../../words/t.ts";

/** Documents, threads or one collection that leave a collection. */
export interface Moved {
  readonly kind: "assets" | "threads" | "collection";
  readonly ids: readonly string[];
  readonly from: string;
}

/** The reason against a target of a move; null if there is none. The service has the last word. */
export function moveReason(
  node: CollectionNode,
  { kind, ids, from }: Moved,
  tree: CollectionTree,
): string | null {
  if (node.kind === "favorites") return t("move.favorites");
  if (kind !== "collection") return node.id === from ? t("move.isHere") : null;
  const [moved = ""] = ids;
  if (tree.get(moved)?.parentId === node.id) return t("move.isHere");
  return pathTo(tree, node.id).some(({ id }) => id === moved) ? t("move.isInside") : null;
}
