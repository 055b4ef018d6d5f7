import { type AccessEffects, ApiError, client, Library } from "../../data/client.ts";
import type { Moved } from "./move-reason.ts";

export const messageOf = (thrown: unknown): string =>
  thrown instanceof ApiError ? thrown.message : String(thrown);

/** Who would gain and lose access. @throws ApiError */
export async function preview({ kind, ids, from }: Moved, to: string): Promise<AccessEffects> {
  const library = new Library(client);
  if (kind === "assets") return await library.previewAssetMove({ from, to, ids });
  if (kind === "threads") return await library.previewThreadMove({ from, to, ids });
  return (await moveCollection(ids[0] ?? "", to, "true")) as AccessEffects;
}

/** @throws ApiError */
export async function moveTo({ kind, ids, from }: Moved, to: string): Promise<void> {
  const library = new Library(client);
  if (kind === "assets") await library.moveAssets({ from, to, ids });
  else if (kind === "threads") await library.moveThreads({ from, to, ids });
  else await moveCollection(ids[0] ?? "", to, "false");
}

async function moveCollection(id: string, to: string, dryRun: "true" | "false"): Promise<unknown> {
  const { data } = await client.request("POST", "/v1/collection/{collectionID}/move", {
    params: { collectionID: id },
    query: { dryRun },
    body: { collectionId: id, parentCollectionId: to },
  });
  return data;
}
