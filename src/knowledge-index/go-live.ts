import type { ReplaceAssetInput } from "./api.ts";
import { type AssetRow, BEFORE_ANY_RUN, collectionsOf, setLiveRun, setPlacement } from "./asset-rows.ts";
import { keepTitle } from "./retitling.ts";
import { orderVectors } from "./sentence-vectors/encoding-queue.ts";
import { orderReport } from "./sentence-vectors/report-queue.ts";

/** How a run becomes what is searched. */
export interface LiveRun {
  readonly input: ReplaceAssetInput;
  /** How often the asset had been placed when the run's placement was read. */
  readonly placements: number;
  readonly slot: number;
  readonly chunks: number;
}

/** Names the run's slot as the one that is searched. Collections and name stay those that were set while the run was on its way. @returns the name */
export function goLive(sql: SqlStorage, asset: AssetRow, { input, placements, slot, chunks }: LiveRun): string {
  const isPlacedSince = asset.placements !== placements;
  const displayName = isPlacedSince ? asset.display_name : input.displayName;
  const collectionIds = isPlacedSince ? collectionsOf(sql, asset.row) : input.collectionIds;
  setLiveRun(sql, asset.row, { run: input.run, version: input.version, chunks, half: slot % 2 });
  setPlacement(sql, asset.row, { displayName, collectionIds });
  keepTitle(sql, asset.row);
  orderVectors(sql, slot, input.run);
  // The same text again: D1 would go on telling of the vectors of before.
  const { assetId, version } = input;
  if (asset.run !== BEFORE_ANY_RUN) orderReport(sql, { assetId, version, model: "", state: "pending", reason: "" });
  return displayName;
}
