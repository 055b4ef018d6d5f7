import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { AccessList } from "./access-list.tsx";
import { ShareForm } from "./share-form.tsx";

/** Shares a collection: new people, and the people, invitations and links that reach it. */
export function ShareDialog({
  collectionId,
  label,
  onClose,
}: {
  collectionId: string;
  label: string;
  onClose: () => void;
}): VNode {
  return (
    <Dialog
      size="wide"
      title={t("share.title", { label })}
      onClose={onClose}
      actions={
        <>
          <span class="grow small muted">{t("share.below")}</span>
          <Button onClick={onClose}>{t("share.done")}</Button>
        </>
      }
    >
      <ShareForm collectionId={collectionId} />
      <AccessList collectionId={collectionId} />
    </Dialog>
  );
}
