/** Documents and collections that a person drops onto the composer: links of the console, or files. */
import { effect } from "@preact/signals";
import { client } from "../../data/client.ts";
import { droppedFiles } from "../../data/dropped-files.ts";
import { workspace } from "../../data/session.ts";
import { uploadList } from "../../data/upload-list.ts";
import type { ScopeItem } from "./kept-text.ts";

/** True for links and files. Text that is dropped goes into the field. */
export function canDrop(event: DragEvent): boolean {
  const types = event.dataTransfer?.types ?? [];
  return types.includes("Files") || types.includes("text/uri-list");
}

/**
 * Adds what was dropped to the scope of the next question. Files go into the personal collection first.
 * @param assetOf the document of a citation of this thread
 */
export function addDropped(
  { dataTransfer }: DragEvent,
  assetOf: (citationId: string) => string | undefined,
  add: (item: ScopeItem) => void,
): void {
  if (dataTransfer === null) return;
  if (dataTransfer.types.includes("Files")) {
    void droppedFiles(dataTransfer).then((dropped) =>
      bringFiles(
        dropped.map(({ file }) => file),
        add,
      ),
    );
    return;
  }
  for (const address of dataTransfer.getData("text/uri-list").split(/\r?\n/))
    void itemAt(address, assetOf).then(
      (item) => item !== null && add(item),
      () => {},
    );
}

const DOCUMENT = /^\/d\/(asset_\w+)$/;
const COLLECTION = /^\/c\/(col_\w+)$/;

async function itemAt(
  address: string,
  assetOf: (citationId: string) => string | undefined,
): Promise<ScopeItem | null> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== location.origin) return null;
  const collectionId = COLLECTION.exec(url.pathname)?.[1];
  const collection = workspace.peek()?.collections.find(({ id }) => id === collectionId);
  if (collection !== undefined) return { kind: "collection", id: collection.id, name: collection.label };
  const assetID = DOCUMENT.exec(url.pathname)?.[1] ?? assetOf(url.searchParams.get("s") ?? "");
  if (assetID === undefined) return null;
  const { data } = await client.request("GET", "/v1/assets/{assetID}", { params: { assetID } });
  return { kind: "asset", id: assetID, name: data.displayName };
}

async function bringFiles(files: readonly File[], add: (item: ScopeItem) => void): Promise<void> {
  const collectionId = workspace.peek()?.personalId;
  if (collectionId === undefined) return;
  const { upload } = await import("../../data/uploads.ts");
  const waiting = new Set(upload(files.map((file) => ({ collectionId, file }))));
  // An upload has no document before its first bytes are sent.
  const end = effect(() => {
    for (const { key, assetId, name, state } of uploadList.value) {
      if (!waiting.has(key)) continue;
      if (state === "failed" || state === "stopped") waiting.delete(key);
      else if (assetId !== "" && waiting.delete(key)) add({ kind: "asset", id: assetId, name });
    }
    if (waiting.size === 0) queueMicrotask(() => end());
  });
}
