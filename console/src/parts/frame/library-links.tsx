import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useCollectionTree } from "../../data/collection-tree.ts";
import { t } from "../../words/t.ts";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { Tree } from "../tree/tree.tsx";

/** The collections that the person may read, in the side bar. */
export function LibraryLinks(): VNode {
  const { path } = useLocation();
  const { tree, isRead } = useCollectionTree();
  if (!isRead) return <Skeleton />;
  const [, place, id = null] = path.split("/");
  return <Tree tree={tree} current={place === "c" ? id : null} label={t("nav.library")} />;
}
