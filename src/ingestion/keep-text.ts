import { type AssetRow, saveAssetText } from "../storage/d1/assets/assets.ts";
import type { PipelineRun } from "./pipeline-run.ts";
import type { StoredExtraction } from "./store-extraction.ts";

/** The statement that adds a stored text to the versions of an asset. */
export function keepText(
  { deps }: PipelineRun,
  { id: assetId }: AssetRow,
  { version, textKey, chunksKey }: StoredExtraction,
  createdAt: Date,
) {
  return saveAssetText(deps.db, { assetId, version, textKey, chunksKey, createdAt });
}
