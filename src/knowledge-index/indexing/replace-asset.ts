import { ServiceError } from "../../domain/errors.ts";
import type { ReplaceAssetInput, ReplaceAssetResult } from "../api.ts";
import { findIndexedAssetRow, isOlderRun } from "../asset-rows.ts";
import { readChunkSlices, type TextChunk } from "./chunk-slices.ts";
import { scheduleAlarm, type IndexStore } from "../index-store.ts";
import { mergeSegments } from "../merge-segments.ts";
import { StagedRun } from "./staged-run.ts";
import { normalizeChunks } from "./write-chunks.ts";
import { writeShortRun } from "./write-short-run.ts";

/**
 * Replaces the asset's rows with the rows of a run. A short text needs one transaction. A long text is staged
 * in slices that no search reads. One small transaction then activates it and hides the old rows. A repeated
 * call resumes after a failure.
 * @throws ServiceError `failed_precondition` when text and chunk map do not match
 */
export async function replaceAsset(store: IndexStore, input: ReplaceAssetInput): Promise<ReplaceAssetResult> {
  const before = findIndexedAssetRow(store.storage.sql, input.assetId);
  if (before && isOlderRun(before, input.run)) return { outcome: "older_run", chunks: before.chunks };
  const membershipUpdates = before?.membership_updates ?? 0;
  let staged: StagedRun | null = null;
  try {
    for await (const slice of readChunkSlices(store.bucket, input)) {
      const replaced =
        staged === null && slice.isLast
          ? await replaceShort(store, input, membershipUpdates, slice.chunks)
          : null;
      if (replaced !== null) return replaced;
      staged ??= new StagedRun(store, input, membershipUpdates);
      const ended = await staged.add(slice);
      if (ended !== null) return ended;
    }
    if (staged === null) throw new Error("a text without a last slice");
    return await staged.finish();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "failed_precondition") await staged?.drop();
    throw error;
  }
}

async function replaceShort(
  store: IndexStore,
  input: ReplaceAssetInput,
  membershipUpdates: number,
  chunks: readonly TextChunk[],
): Promise<ReplaceAssetResult | null> {
  const folded = normalizeChunks(chunks);
  const { sql } = store.storage;
  const { result, isLeft } = store.storage.transactionSync(() => {
    const written = writeShortRun(sql, input, membershipUpdates, folded);
    mergeSegments(sql);
    return written;
  });
  if (isLeft || store.hasEmbedder()) await scheduleAlarm(store);
  return result;
}
