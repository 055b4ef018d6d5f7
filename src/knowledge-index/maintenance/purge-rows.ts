import type { PurgedRows } from "../api.ts";
import { findIndexedAssetRow } from "../asset-rows.ts";
import { segmentPurgeDueAt, scheduleSegmentPurge } from "./segment-purge.ts";
import { deleteSlotSlice, findInactiveSlot } from "../indexing/inactive-slots.ts";
import { scheduleAlarm, type IndexStore } from "../index-store.ts";
import { mergeSegments } from "../merge-segments.ts";
import { countPassages, removeRun } from "../indexing/update-membership.ts";
import { documentRow, otherSlot, slotOf } from "../slots.ts";
import { hasDroppedTables } from "./dropped-tables.ts";

/** Tombstone that rejects every run of the asset. */
const EVERY_RUN = Number.MAX_SAFE_INTEGER;
/** Enough slices for about 3,000 passages. The caller repeats the call for a longer text. */
const SLICES_PER_CALL = 200;

/**
 * Purges an asset: hides its rows immediately, then deletes them in slices, a bounded number for each call.
 */
export async function purgeRows(store: IndexStore, assetId: string): Promise<PurgedRows> {
  const { sql } = store.storage;
  const passages = store.storage.transactionSync(() => beginPurge(sql, assetId));
  await scheduleAlarm(store);
  for (let slice = 0; slice < SLICES_PER_CALL; slice += 1) {
    const hidden = slotsOf(sql, assetId).flatMap((slot) => findInactiveSlot(sql, slot) ?? [])[0];
    if (hidden === undefined) break;
    store.storage.transactionSync(() => deleteSlotSlice(sql, hidden));
    await store.yieldToEventLoop();
    store.storage.transactionSync(() => mergeSegments(sql));
    await store.yieldToEventLoop();
  }
  return { passages, left: countRows(sql, assetId) };
}

/** @returns the number of passages that the asset had; 0 if an earlier call already counted them */
function beginPurge(sql: SqlStorage, assetId: string): number {
  const before = findIndexedAssetRow(sql, assetId);
  const isBegun = before?.removed === 1 && before.run === EVERY_RUN;
  const passages = isBegun ? 0 : countPassages(sql, assetId);
  removeRun(sql, { assetId, run: EVERY_RUN });
  if (!isBegun) scheduleSegmentPurge(sql, Date.now());
  mergeSegments(sql);
  return passages;
}

/** Number of the asset's rows in all text tables, including staged and stale rows. */
function countRows(sql: SqlStorage, assetId: string): number {
  const documents = slotsOf(sql, assetId).map((slot) => {
    const found = sql
      .exec("SELECT 1 FROM asset_fts WHERE rowid = CAST(? AS INTEGER)", documentRow(slot))
      .toArray().length;
    return found + (findInactiveSlot(sql, slot) === null ? 0 : 1);
  });
  return countPassages(sql, assetId) + documents.reduce((sum, count) => sum + count, 0);
}

/**
 * Rows that no search reads but the database file still contains: rows, words in full-text segments, and
 * dropped tables.
 */
export function countRemainingRows(sql: SqlStorage, assetId: string): number {
  return (
    countRows(sql, assetId) + (segmentPurgeDueAt(sql) === null ? 0 : 1) + (hasDroppedTables(sql) ? 1 : 0)
  );
}

function slotsOf(sql: SqlStorage, assetId: string): number[] {
  const asset = findIndexedAssetRow(sql, assetId);
  return asset === null ? [] : [slotOf(asset), otherSlot(asset)];
}
