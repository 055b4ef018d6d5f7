import { ServiceError } from "../domain/errors.ts";
import type { ReplaceAssetInput, ReplaceAssetResult } from "./api.ts";
import { findAssetRow, isOlderRun } from "./asset-rows.ts";
import { readChunkSlices, type TextChunk } from "./chunk-slices.ts";
import { arm, type IndexStore } from "./index-store.ts";
import { mergeSegments } from "./merge-segments.ts";
import { StagedRun } from "./staged-run.ts";
import { foldChunks } from "./write-chunks.ts";
import { writeShortRun } from "./write-short-run.ts";

/**
 * Puts a run's rows in place of the asset's rows: a short text's in one transaction, a long one's slice by slice into rows that no search
 * sees, until one small transaction shows them and hides the old ones. A call that follows a broken one continues where that one was.
 * @throws ServiceError `failed_precondition` when text and chunk map do not fit, `aborted` when somebody else emptied or took over the rows
 */
export async function replaceAsset(store: IndexStore, input: ReplaceAssetInput): Promise<ReplaceAssetResult> {
  const before = findAssetRow(store.storage.sql, input.assetId);
  if (before && isOlderRun(before, input.run)) return { outcome: "older_run", chunks: before.chunks };
  const placements = before?.placements ?? 0;
  let staged: StagedRun | null = null;
  try {
    for await (const slice of readChunkSlices(store.bucket, input)) {
      const replaced = staged === null && slice.isLast ? await replaceAtOnce(store, input, placements, slice.chunks) : null;
      if (replaced !== null) return replaced;
      staged ??= new StagedRun(store, input, placements);
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

async function replaceAtOnce(
  store: IndexStore,
  input: ReplaceAssetInput,
  placements: number,
  chunks: readonly TextChunk[],
): Promise<ReplaceAssetResult | null> {
  const folded = foldChunks(chunks);
  const { sql } = store.storage;
  const { result, isLeft } = store.storage.transactionSync(() => {
    const written = writeShortRun(sql, input, placements, folded);
    mergeSegments(sql);
    return written;
  });
  if (isLeft || store.encodes()) await arm(store);
  return result;
}
