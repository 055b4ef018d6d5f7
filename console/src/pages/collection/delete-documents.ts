import { invalidate } from "../../data/cache.ts";
import { ApiError, client } from "../../data/client.ts";
import { showToast } from "../../parts/toast/toasts.ts";
import { t } from "../../words/t.ts";
import type { Chosen } from "./selection.ts";

/** Deletes documents, and offers to take it back. */
export async function deleteDocuments(documents: readonly Chosen[], collectionId: string): Promise<void> {
  const assetIds = documents.map(({ id }) => id);
  if (assetIds.length === 0) return;
  try {
    await client.request("DELETE", "/v1/assets/tombstone", { body: { assetIds } });
    showToast({
      text: t("library.deleted", { count: assetIds.length }),
      undo: () => void restoreDocuments(assetIds, collectionId),
    });
  } catch (error) {
    showToast({ text: error instanceof ApiError ? error.message : String(error) });
  }
  invalidate(collectionId);
}

async function restoreDocuments(assetIds: readonly string[], collectionId: string): Promise<void> {
  try {
    await client.request("POST", "/v1/assets/restore", { body: { assetIds: [...assetIds] } });
  } catch (error) {
    showToast({ text: error instanceof ApiError ? error.message : String(error) });
  }
  invalidate(collectionId);
}
