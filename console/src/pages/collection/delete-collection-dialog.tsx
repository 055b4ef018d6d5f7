import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { invalidate } from "../../data/cache.ts";
import { ApiError, client, type DataOf } from "../../data/client.ts";
import { type CollectionNode, TREE } from "../../data/collection-tree.ts";
import { keepReceipt } from "../../data/receipts.ts";
import { workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { Dialog } from "../../parts/dialog/dialog.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { showToast } from "../../parts/toast/toasts.ts";
import { countedRecords } from "../../words/counted-records.ts";
import { t } from "../../words/t.ts";

/** Says what a deletion takes away. Nothing brings a collection back, so a tick comes before the button. */
export function DeleteCollectionDialog({
  node,
  onClose,
  onDeleted,
}: {
  node: CollectionNode;
  onClose: () => void;
  onDeleted: () => void;
}): VNode {
  const [effects, setEffects] = useState<Reach | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  useEffect(() => {
    remove(node.id, "true").then(setEffects, fail);
  }, [node.id]);
  const fail = (thrown: unknown): void =>
    setError(thrown instanceof ApiError ? thrown.message : String(thrown));
  const submit = async (): Promise<void> => {
    try {
      const deletionId = (await remove(node.id, "false"))?.deletionId ?? "";
      keepReceipt(workspace.peek()?.userId ?? "", { id: deletionId, label: node.label });
      onDeleted();
      showToast({
        text: t("deleted.forGood", { name: node.label }),
        link: { label: t("deleted.openReceipt"), href: `/deleted?tab=receipts&receipt=${deletionId}` },
      });
      invalidate(TREE, node.id, node.parentId ?? "");
    } catch (thrown) {
      fail(thrown);
    }
  };
  const documents = effects?.goes.assets ?? 0;
  return (
    <Dialog
      title={t("deleteCollection.title", { name: node.label })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="danger" disabled={effects === null || !isSure} onClick={() => void submit()}>
            {t("deleteCollection.delete", { count: documents })}
          </Button>
        </>
      }
    >
      {effects === null && error === null && <Skeleton />}
      {effects !== null && (
        <>
          <p>{t("deleteCollection.reach", { records: countedRecords(effects.goes) })}</p>
          {effects.stays.assets > 0 && (
            <p class="small muted">{t("deleteCollection.stays", { count: effects.stays.assets })}</p>
          )}
          <label class="row delete-sure">
            <input
              type="checkbox"
              checked={isSure}
              onChange={({ currentTarget }) => setSure(currentTarget.checked)}
            />
            {t("deleteCollection.sure")}
          </label>
        </>
      )}
      {error !== null && (
        <p class="field-error" role="alert">
          <bdi lang="en">{error}</bdi>
        </p>
      )}
    </Dialog>
  );
}

type Reach = Extract<DataOf<"DELETE", "/v1/collections">, { readonly goes: unknown }>;

/** @returns what goes and what stays */
async function remove(id: string, dryRun: "true" | "false"): Promise<Reach | null> {
  const { data } = await client.request("DELETE", "/v1/collections", {
    query: { dryRun },
    body: { collectionIds: [id] },
  });
  return "goes" in data ? (data as Reach) : null;
}
