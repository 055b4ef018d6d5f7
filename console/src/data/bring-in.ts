/** Puts dropped files and folders into the library. A folder becomes a collection of the same name. */
import { invalidate } from "./cache.ts";
import { client, idFromBytes } from "./client.ts";
import { type CollectionTree, TREE } from "./collection-tree.ts";
import { type DroppedFile, foldersOf } from "./dropped-files.ts";
import { sendFiles } from "./send-files.ts";

/** Creates the missing collections and sends the files. @throws ApiError */
export async function bringIn(
  dropped: readonly DroppedFile[],
  collectionId: string,
  tree: CollectionTree,
): Promise<void> {
  const made = new Map<string, string>([["", collectionId]]);
  const folders = foldersOf(dropped);
  for (const path of folders) {
    const at = path.lastIndexOf("/");
    const parentId = made.get(path.slice(0, Math.max(0, at))) ?? collectionId;
    const label = path.slice(at + 1);
    const same = tree.get(parentId)?.childIds.find((id) => tree.get(id)?.label === label);
    made.set(path, same ?? (await createCollection(parentId, label)));
  }
  if (folders.length > 0) invalidate(TREE);
  await sendFiles(
    dropped.map(({ folders: on, file }) => ({ collectionId: made.get(on.join("/")) ?? collectionId, file })),
  );
}

/** Creates a collection. @returns its id @throws ApiError */
export async function createCollection(parentId: string, label: string): Promise<string> {
  const { data } = await client.request("POST", "/v1/collection/{parentCollectionID}", {
    params: { parentCollectionID: parentId },
    body: { label },
  });
  invalidate(TREE);
  return idFromBytes("col", data.id);
}
