import type { VNode } from "preact";
import { useCollectionTree } from "../../data/collection-tree.ts";
import { Page } from "../../parts/frame/page.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tree } from "../../parts/tree/tree.tsx";
import { t } from "../../words/t.ts";

/** The tree of collections as a page, for narrow windows. */
export function Library(): VNode {
  const { tree, isRead } = useCollectionTree();
  return (
    <Page title={t("nav.library")}>
      <div class="page-padded">
        {isRead ? <Tree tree={tree} current={null} label={t("nav.library")} /> : <Skeleton lines={6} />}
      </div>
    </Page>
  );
}
