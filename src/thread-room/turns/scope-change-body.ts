import type { ScopeDelta } from "../api.ts";

/** Two changes with one message id are the same when this is. */
export function scopeChangeBody(delta: ScopeDelta): string {
  const { addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds, world } = delta;
  const lists = [addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds];
  return JSON.stringify([...lists.map((ids) => [...ids].sort((one, other) => (one < other ? -1 : 1))), world]);
}
