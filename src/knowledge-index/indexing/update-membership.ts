import type { RemoveAssetInput, SetAssetCollectionsInput } from "../api.ts";
import {
  recordMembershipUpdate,
  findIndexedAssetRow,
  getAssetRow,
  setMembership,
  setRemoved,
} from "../asset-rows.ts";
import { SLICE_CHUNKS } from "./chunk-slices.ts";
import { deleteChunks, findInactiveSlot, tombstoneSlot, isStale } from "./inactive-slots.ts";
import { cancelTitleUpdate, updateTitle } from "./title-updates.ts";
import { CHUNKS_PER_RUN, documentRow, firstChunkRow, otherSlot, slotOf } from "../slots.ts";

/**
 * Deletes the asset's rows and keeps the run number as a tombstone, so that delayed messages of this run are
 * rejected. Rows of a later run stay.
 */
export function removeRun(sql: SqlStorage, { assetId, run }: RemoveAssetInput): void {
  const asset = getAssetRow(sql, assetId, "");
  if (asset.run > run) return;
  const [live, staged] = [slotOf(asset), findInactiveSlot(sql, otherSlot(asset))];
  if (staged !== null && !isStale(staged) && staged.run <= run)
    tombstoneSlot(sql, staged.slot, staged.chunks);
  if (asset.chunks > SLICE_CHUNKS) tombstoneSlot(sql, live, asset.chunks);
  else if (asset.version !== null) {
    deleteChunks(sql, live, 0);
    sql.exec("DELETE FROM asset_fts WHERE rowid = ?", documentRow(live));
  }
  cancelTitleUpdate(sql, asset.row);
  setRemoved(sql, asset.row, run);
}

/** Stores collections and name even before the first run, because that run may contain older values. */
export function updateMembership(sql: SqlStorage, input: SetAssetCollectionsInput): void {
  const before = findIndexedAssetRow(sql, input.assetId);
  // A delayed update must not restore a removed asset. A later run includes the current name and collections.
  if (before?.removed === 1) return;
  const { row, chunks } = before ?? getAssetRow(sql, input.assetId, input.displayName);
  recordMembershipUpdate(sql, row);
  setMembership(sql, row, input);
  if (chunks > 0 && before?.display_name !== input.displayName) updateTitle(sql, { row, chunks });
}

/** Passages in both slots of the asset, including rows that no search reads. */
export function countPassages(sql: SqlStorage, assetId: string): number {
  const asset = findIndexedAssetRow(sql, assetId);
  if (asset === null) return 0;
  return [slotOf(asset), otherSlot(asset)].reduce((sum, slot) => {
    const rows = "BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";
    const [first, last] = [firstChunkRow(slot), firstChunkRow(slot) + CHUNKS_PER_RUN - 1];
    return (
      sum + sql.exec<{ n: number }>(`SELECT count(*) AS n FROM chunk WHERE row ${rows}`, first, last).one().n
    );
  }, 0);
}
