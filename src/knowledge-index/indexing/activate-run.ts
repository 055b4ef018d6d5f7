import type { ReplaceAssetInput } from "../api.ts";
import {
  type IndexedAssetRow,
  BEFORE_ANY_RUN,
  collectionsOf,
  setActiveRun,
  setMembership,
} from "../asset-rows.ts";
import { cancelTitleUpdate } from "./title-updates.ts";
import { enqueueEmbedding } from "../vectors/embedding-jobs.ts";
import { enqueueEmbeddingReport } from "../vectors/embedding-reports.ts";

/** A completed run that becomes active. */
export interface CompletedRun {
  readonly input: ReplaceAssetInput;
  /** The asset's `membershipUpdates` when the run read its collections and name. */
  readonly membershipUpdates: number;
  readonly slot: number;
  readonly chunks: number;
}

/**
 * Activates the run's slot. If the collections or the name changed during the run, the changed values stay.
 * @returns the display name
 */
export function activateRun(
  sql: SqlStorage,
  asset: IndexedAssetRow,
  { input, membershipUpdates, slot, chunks }: CompletedRun,
): string {
  const hasChangedSince = asset.membership_updates !== membershipUpdates;
  const displayName = hasChangedSince ? asset.display_name : input.displayName;
  const collectionIds = hasChangedSince ? collectionsOf(sql, asset.row) : input.collectionIds;
  setActiveRun(sql, asset.row, { run: input.run, version: input.version, chunks, half: slot % 2 });
  setMembership(sql, asset.row, { displayName, collectionIds });
  cancelTitleUpdate(sql, asset.row);
  enqueueEmbedding(sql, slot, input.run);
  // D1 may still contain the embedding state of an earlier run with the same text.
  const { assetId, version } = input;
  if (asset.run !== BEFORE_ANY_RUN)
    enqueueEmbeddingReport(sql, { assetId, version, model: "", state: "pending", reason: "", percent: 0 });
  return displayName;
}
