import { invalidate } from "../../data/cache.ts";
import { client } from "../../data/client.ts";

/** Starts a thread about a collection, or about some of its documents. @returns its address @throws ApiError */
export async function startThread(collectionId: string, assetIds: readonly string[]): Promise<string> {
  const id = await client.startThread(
    collectionId,
    assetIds.length === 0 ? { collectionIds: [collectionId] } : { assetIds },
  );
  invalidate(collectionId);
  return `/t/${id}`;
}
