import type { ReplaceAssetInput, ReplaceAssetResult } from "../api.ts";
import { getAssetRow, isOlderRun } from "../asset-rows.ts";
import { SLICE_CHUNKS } from "./chunk-slices.ts";
import { activateRun } from "./activate-run.ts";
import { deleteChunks, findInactiveSlot, tombstoneSlot, isStale } from "./inactive-slots.ts";
import { DocumentWords, analyzeText } from "./analyze-text.ts";
import { otherSlot, slotOf } from "../slots.ts";
import { type NormalizedChunk, writeChunks, writeDocument } from "./write-chunks.ts";

interface Written {
  /** Null if the caller must first delete the rows of an earlier run, because they exceed one slice. */
  readonly result: ReplaceAssetResult | null;
  /** Whether rows to delete remain for a later slice. */
  readonly isLeft: boolean;
}

/**
 * Replaces the asset's rows with a run of one slice. Call it within a transaction, and call `mergeSegments`
 * afterwards.
 * @param membershipUpdates the asset's `membershipUpdates` when the input was read
 */
export function writeShortRun(
  sql: SqlStorage,
  input: ReplaceAssetInput,
  membershipUpdates: number,
  chunks: readonly NormalizedChunk[],
): Written {
  const asset = getAssetRow(sql, input.assetId, input.displayName);
  const [live, other] = [slotOf(asset), otherSlot(asset)];
  const staged = findInactiveSlot(sql, other);
  const isLater = staged !== null && !isStale(staged) && staged.run > input.run;
  if (isLater || isOlderRun(asset, input.run))
    return { result: { outcome: "older_run", chunks: asset.chunks }, isLeft: false };
  const inPlace = asset.chunks <= SLICE_CHUNKS && findInactiveSlot(sql, live) === null;
  if (!inPlace && staged !== null) return { result: null, isLeft: false };
  if (inPlace && asset.chunks > 0) deleteChunks(sql, live, 0);
  if (inPlace && staged !== null) tombstoneSlot(sql, other, 0);
  if (!inPlace && asset.chunks > 0) tombstoneSlot(sql, live, asset.chunks);
  const slot = inPlace ? live : other;
  const title = analyzeText(
    activateRun(sql, asset, { input, membershipUpdates: membershipUpdates, slot, chunks: chunks.length }),
  );
  const document = new DocumentWords();
  for (const { words } of chunks) document.add(words);
  writeChunks(sql, slot, title, chunks);
  writeDocument(sql, slot, title, document.toString());
  return { result: { outcome: "replaced", chunks: chunks.length }, isLeft: staged !== null || !inPlace };
}
