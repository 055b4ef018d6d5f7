import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { bringIn } from "../../data/bring-in.ts";
import { ApiError } from "../../data/client.ts";
import type { CollectionNode, CollectionTree } from "../../data/collection-tree.ts";
import { type DroppedFile, foldersOf } from "../../data/dropped-files.ts";
import { Button } from "../../parts/button/button.tsx";
import { Dialog } from "../../parts/dialog/dialog.tsx";
import { formatBytes } from "../../words/formats.ts";
import { t } from "../../words/t.ts";

const SHOWN = 20;

/** Asks once whether folders become collections, with the totals. */
export function FolderDialog({
  dropped,
  collection,
  tree,
  onClose,
}: {
  dropped: readonly DroppedFile[];
  collection: CollectionNode;
  tree: CollectionTree;
  onClose: () => void;
}): VNode {
  const [error, setError] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const folders = foldersOf(dropped);
  const bytes = dropped.reduce((sum, { file }) => sum + file.size, 0);
  const bring = async (files: readonly DroppedFile[]): Promise<void> => {
    setCreating(true);
    try {
      await bringIn(files, collection.id, tree);
      onClose();
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : String(thrown));
      setCreating(false);
    }
  };
  return (
    <Dialog
      title={t("library.folderTitle")}
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={isCreating}
            onClick={() => void bring(dropped.map(({ file }) => ({ folders: [], file })))}
          >
            {t("library.folderFlat")}
          </Button>
          <Button kind="primary" disabled={isCreating} onClick={() => void bring(dropped)}>
            {t("library.folderKeep", { count: folders.length })}
          </Button>
        </>
      }
    >
      <p>
        {t("library.folderFiles", { count: dropped.length })} · {formatBytes(bytes)}
      </p>
      <p>{t("library.folderQuestion", { count: folders.length, label: collection.label })}</p>
      <ul class="folder-names small">
        {folders.slice(0, SHOWN).map((path) => (
          <li key={path}>
            <bdi>{path}</bdi>
          </li>
        ))}
        {folders.length > SHOWN && <li class="muted">+{folders.length - SHOWN}</li>}
      </ul>
      {error !== null && (
        <p class="field-error" role="alert">
          <bdi lang="en">{error}</bdi>
        </p>
      )}
    </Dialog>
  );
}
