import type { ReplaceAssetInput, ReplaceAssetResult } from "../api.ts";
import { findIndexedAssetRow } from "../asset-rows.ts";
import { readChunkSlices, SLICE_CHUNKS } from "./chunk-slices.ts";
import { scheduleAlarm, type IndexStore } from "../index-store.ts";
import { mergeSegments } from "../merge-segments.ts";
import { replaceAsset } from "./replace-asset.ts";
import { type NormalizedChunk, normalizeChunks } from "./write-chunks.ts";
import { writeShortRun } from "./write-short-run.ts";

/** A replacement whose text the caller passed as `content` and which fits into one slice. */
interface ShortRun {
  readonly at: number;
  readonly input: ReplaceAssetInput;
  readonly membershipUpdates: number;
  readonly chunks: readonly NormalizedChunk[];
}

/**
 * Replaces the rows of several assets, as `replaceAsset` does. Texts passed as `content` share transactions
 * of at most one slice of chunks, with a yield between transactions. Longer texts and texts in R2 follow one
 * by one.
 */
export async function bulkReplace(
  store: IndexStore,
  inputs: readonly ReplaceAssetInput[],
): Promise<readonly ReplaceAssetResult[]> {
  const results: (ReplaceAssetResult | null)[] = inputs.map(() => null);
  let group: ShortRun[] = [];
  let chunks = 0;
  for (const [at, input] of inputs.entries()) {
    const run = await readShort(store, at, input);
    if (run === null) continue;
    if (chunks + run.chunks.length > SLICE_CHUNKS) {
      await writeGroup(store, group, results);
      await store.yieldToEventLoop();
      [group, chunks] = [[], 0];
    }
    group.push(run);
    chunks += run.chunks.length;
  }
  await writeGroup(store, group, results);
  const all: ReplaceAssetResult[] = [];
  for (const [at, input] of inputs.entries()) all.push(results[at] ?? (await replaceAsset(store, input)));
  return all;
}

/** @returns null unless the input has `content` that fits into one slice */
async function readShort(store: IndexStore, at: number, input: ReplaceAssetInput): Promise<ShortRun | null> {
  if (input.content === undefined) return null;
  const membershipUpdates = findIndexedAssetRow(store.storage.sql, input.assetId)?.membership_updates ?? 0;
  for await (const slice of readChunkSlices(store.bucket, input)) {
    return slice.isLast ? { at, input, membershipUpdates, chunks: normalizeChunks(slice.chunks) } : null;
  }
  return null;
}

async function writeGroup(
  store: IndexStore,
  group: readonly ShortRun[],
  results: (ReplaceAssetResult | null)[],
): Promise<void> {
  if (group.length === 0) return;
  const { sql } = store.storage;
  let isLeft = false;
  store.storage.transactionSync(() => {
    for (const { at, input, membershipUpdates, chunks } of group) {
      const written = writeShortRun(sql, input, membershipUpdates, chunks);
      results[at] = written.result;
      isLeft ||= written.isLeft;
    }
    mergeSegments(sql);
  });
  if (isLeft || store.hasEmbedder()) await scheduleAlarm(store);
}
