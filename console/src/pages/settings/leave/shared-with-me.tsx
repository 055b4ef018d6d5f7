import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate } from "../../../data/cache.ts";
import { client } from "../../../data/client.ts";
import {
  type CollectionNode,
  type CollectionTree,
  TREE,
  useCollectionTree,
} from "../../../data/collection-tree.ts";
import { workspace } from "../../../data/session.ts";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { announce } from "../../../parts/status/status.tsx";
import { t } from "../../../words/t.ts";
import { AskFirst } from "../../../parts/ask-first/ask-first.tsx";
import { useChange } from "../shared/use-change.ts";

/** The collections and organizations of others, each with a way out. */
export function SharedWithMe(): VNode {
  const { tree, isRead } = useCollectionTree();
  const ownRoot = workspace.value?.rootId;
  const shared = [...tree.values()].filter(({ id, parentId }) => parentId === null && id !== ownRoot);
  return (
    <>
      <h3>{t("leave.shared")}</h3>
      <p class="small muted">{t(isRead && shared.length === 0 ? "leave.noShared" : "leave.sharedText")}</p>
      {!isRead && <Skeleton />}
      <ul class="settings-list" aria-label={t("leave.shared")}>
        {shared.map((node) => (
          <SharedRow key={node.id} node={node} tree={tree} />
        ))}
      </ul>
    </>
  );
}

function SharedRow({ node: { id, label }, tree }: { node: CollectionNode; tree: CollectionTree }): VNode {
  const { failure, isRunning, run } = useChange();
  const [hasLeft, setLeft] = useState(false);
  const userId = workspace.value?.userId ?? "";
  const leave = async (): Promise<void> => {
    await client.request("POST", "/v1/modify-collection-permissions", {
      body: { collectionId: id, userId, actions: [] },
    });
    setLeft(true);
    announce(t("leave.left", { label }));
    invalidate(TREE, id);
  };
  return (
    <li class="settings-row column">
      <div class="row wraps">
        <a class="grow cut" href={`/c/${id}`} title={label}>
          <bdi>{label}</bdi>
        </a>
        {!hasLeft && (
          <AskFirst
            label={t("leave.leave")}
            unseen={label}
            question={t("leave.sure", { label, count: countBelow(tree, id) })}
            isDisabled={isRunning}
            onConfirm={() => run(leave)}
          />
        )}
      </div>
      {failure !== null && <ErrorState error={failure} />}
    </li>
  );
}

/** The collection and all below it that the person sees. */
function countBelow(tree: CollectionTree, id: string): number {
  const childIds = tree.get(id)?.childIds ?? [];
  return 1 + childIds.reduce((sum, childId) => sum + countBelow(tree, childId), 0);
}
