import type { ReplaceAssetInput } from "./api.ts";
import { type IndexedAssetRow, BEFORE_ANY_RUN, collectionsOf, setLiveRun, setPlacement } from "./asset-rows.ts";
import { keepTitle } from "./retitling.ts";
import { orderVectors } from "./sentence-vectors/encoding-queue.ts";
import { orderReport } from "./sentence-vectors/report-queue.ts";

/** A completed run that becomes active. */
export interface LiveRun {
  readonly input: ReplaceAssetInput;
  /** The asset's `placements` when the run read its collections and name. */
  readonly placements: number;
  readonly slot: number;
  readonly chunks: number;
}

/**
 * Activates the run's slot. If the collections or the name changed during the run, the changed values stay.
 * @returns the display name
 */
export function goLive(sql: SqlStorage, asset: IndexedAssetRow, { input, placements, slot, chunks }: LiveRun): string {
  const isPlacedSince = asset.placements !== placements;
  const displayName = isPlacedSince ? asset.display_name : input.displayName;
  const collectionIds = isPlacedSince ? collectionsOf(sql, asset.row) : input.collectionIds;
  setLiveRun(sql, asset.row, { run: input.run, version: input.version, chunks, half: slot % 2 });
  setPlacement(sql, asset.row, { displayName, collectionIds });
  keepTitle(sql, asset.row);
  orderVectors(sql, slot, input.run);
  // D1 may still report vectors of an earlier run with the same text.
  const { assetId, version } = input;
  if (asset.run !== BEFORE_ANY_RUN) orderReport(sql, { assetId, version, model: "", state: "pending", reason: "" });
  return displayName;
}
