import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { createCollection } from "../../data/bring-in.ts";
import { t } from "../../words/t.ts";
import { FormDialog } from "./form-dialog.tsx";

const MAX_LABEL = 255;

/** Names a new collection, creates it and goes there. */
export function NameDialog({ parentId, onClose }: { parentId: string; onClose: () => void }): VNode {
  const { route } = useLocation();
  return (
    <FormDialog
      title={t("library.newCollection")}
      label={t("library.name")}
      maxLength={MAX_LABEL}
      action={t("library.create")}
      onClose={onClose}
      onSubmit={async (label) => route(`/c/${await createCollection(parentId, label)}`)}
    />
  );
}
