import type { RemoveAssetInput, SetAssetCollectionsInput } from "./api.ts";
import { countPlacement, findAssetRow, getAssetRow, setPlacement, setRemoved } from "./asset-rows.ts";
import { SLICE_CHUNKS } from "./chunk-slices.ts";
import { deleteChunks, findHidden, hideOld, isStale } from "./hidden-runs.ts";
import { keepTitle, retitle } from "./retitling.ts";
import { CHUNKS_PER_RUN, documentRow, firstChunkRow, otherSlot, slotOf } from "./slots.ts";

/** Drops the asset's rows and keeps the run, so that a late message about it is refused. A later run than the one removed stays. */
export function removeRun(sql: SqlStorage, { assetId, run }: RemoveAssetInput): void {
  const asset = getAssetRow(sql, assetId, "");
  if (asset.run > run) return;
  const [live, staged] = [slotOf(asset), findHidden(sql, otherSlot(asset))];
  if (staged !== null && !isStale(staged) && staged.run <= run) hideOld(sql, staged.slot, staged.chunks);
  if (asset.chunks > SLICE_CHUNKS) hideOld(sql, live, asset.chunks);
  else if (asset.version !== null) {
    deleteChunks(sql, live, 0);
    sql.exec("DELETE FROM asset_fts WHERE rowid = ?", documentRow(live));
  }
  keepTitle(sql, asset.row);
  setRemoved(sql, asset.row, run);
}

/** Also notes where an asset is that has no rows yet: its first run may be on the way with older news. */
export function placeAsset(sql: SqlStorage, input: SetAssetCollectionsInput): void {
  const before = findAssetRow(sql, input.assetId);
  // News of before the removal may come after it. A later run of the asset brings its own name and collections.
  if (before?.removed === 1) return;
  const { row, chunks } = before ?? getAssetRow(sql, input.assetId, input.displayName);
  countPlacement(sql, row);
  setPlacement(sql, row, input);
  if (chunks > 0 && before?.display_name !== input.displayName) retitle(sql, { row, chunks });
}

/** What stands in the asset's two slots, searched or not. */
export function countPassages(sql: SqlStorage, assetId: string): number {
  const asset = findAssetRow(sql, assetId);
  if (asset === null) return 0;
  return [slotOf(asset), otherSlot(asset)].reduce((sum, slot) => {
    const rows = "BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)";
    const [first, last] = [firstChunkRow(slot), firstChunkRow(slot) + CHUNKS_PER_RUN - 1];
    return sum + sql.exec<{ n: number }>(`SELECT count(*) AS n FROM chunk WHERE row ${rows}`, first, last).one().n;
  }, 0);
}
