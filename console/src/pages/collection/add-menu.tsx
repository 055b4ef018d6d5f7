import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { bringIn } from "../../data/bring-in.ts";
import type { CollectionTree } from "../../data/collection-tree.ts";
import { chosenFiles, type DroppedFile } from "../../data/dropped-files.ts";
import { useActions } from "../../parts/keys/actions.ts";
import { Button } from "../../parts/button/button.tsx";
import { Menu } from "../../parts/menu/menu.tsx";
import { t } from "../../words/t.ts";
import { NameDialog } from "./name-dialog.tsx";
import { startThread } from "./start-thread.ts";
import { LaterParts } from "./later-parts.ts";

/** Files, a folder, a web page, a collection or a thread. */
export function AddMenu({
  collectionId,
  tree,
  onFolders,
}: {
  collectionId: string;
  tree: CollectionTree;
  onFolders: (dropped: readonly DroppedFile[]) => void;
}): VNode {
  const { route } = useLocation();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"collection" | "web" | null>(null);
  const addFiles = (): void => files.current?.click();
  const ask = (): void => void startThread(collectionId, []).then((address) => route(address));
  useActions([
    { label: t("library.addFiles"), icon: "upload", key: "u", run: addFiles },
    { label: t("library.newThread"), icon: "thread", key: "c", run: ask },
    { label: t("library.newCollection"), icon: "plus", run: () => setOpen("collection") },
    { label: t("library.addWeb"), icon: "web", run: () => setOpen("web") },
  ]);
  return (
    <>
      <Menu
        button={(attributes) => (
          <Button kind="primary" icon="plus" {...attributes}>
            {t("library.add")}
          </Button>
        )}
        items={[
          {
            label: t("library.addFiles"),
            icon: "upload",
            shortcut: "U",
            onChoose: addFiles,
          },
          { label: t("library.addFolder"), icon: "folder", onChoose: () => folder.current?.click() },
          { label: t("library.addWeb"), icon: "web", onChoose: () => setOpen("web") },
          { label: t("library.newCollection"), icon: "plus", onChoose: () => setOpen("collection") },
          {
            label: t("library.newThread"),
            icon: "thread",
            shortcut: "C",
            onChoose: ask,
          },
        ]}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-add="files"
        onChange={({ currentTarget }) => {
          void bringIn(chosenFiles(currentTarget.files ?? []), collectionId, tree);
          currentTarget.value = "";
        }}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        data-add="folder"
        {...{ webkitdirectory: true }}
        onChange={({ currentTarget }) => {
          onFolders(chosenFiles(currentTarget.files ?? []));
          currentTarget.value = "";
        }}
      />
      {open === "collection" && <NameDialog parentId={collectionId} onClose={() => setOpen(null)} />}
      {open === "web" && <LaterParts.Web collectionId={collectionId} onClose={() => setOpen(null)} />}
    </>
  );
}
