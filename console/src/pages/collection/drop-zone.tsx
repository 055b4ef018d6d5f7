import type { ComponentChildren, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { bringIn } from "../../data/bring-in.ts";
import type { CollectionTree } from "../../data/collection-tree.ts";
import { type DroppedFile, droppedFiles, foldersOf } from "../../data/dropped-files.ts";
import { t } from "../../words/t.ts";

/** Takes files that are dropped anywhere on the page. Folders are asked about first. */
export function DropZone({
  collectionId,
  tree,
  onFolders,
  children,
}: {
  collectionId: string;
  tree: CollectionTree;
  onFolders: (dropped: readonly DroppedFile[]) => void;
  children: ComponentChildren;
}): VNode {
  const [isOver, setOver] = useState(false);
  // The browser reports each element that the pointer enters and leaves.
  const depth = useRef(0);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
  const enter = (event: DragEvent, step: number): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const onDrop = (event: DragEvent): void => {
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    void droppedFiles(event.dataTransfer).then(async (dropped) => {
      if (foldersOf(dropped).length > 0) onFolders(dropped);
      else await bringIn(dropped, collectionId, tree);
    });
  };
  return (
    <div
      class={`drop-zone ${isOver ? "is-over" : ""}`}
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      {children}
      {isOver && (
        <p class="drop-hint" aria-hidden="true">
          {t("library.dropHere")}
        </p>
      )}
    </div>
  );
}
