import { purgeSegmentSlice } from "./segment-purge.ts";
import { deleteSlotSlice, findStaleSlot } from "../indexing/inactive-slots.ts";
import { scheduleAlarm, type IndexStore } from "../index-store.ts";
import { mergeSegments } from "../merge-segments.ts";
import { updateTitleSlice } from "../indexing/title-updates.ts";
import { compactVectorBlock } from "../vectors/vector-blocks.ts";
import { deleteDroppedTables } from "./dropped-tables.ts";

/**
 * Number of slices in one alarm invocation. The next alarm continues, because each invocation has its own CPU
 * limit.
 */
const SLICES_PER_ALARM = 1_000;

/**
 * Deletes unsearched rows, dropped tables and old vectors, and updates titles. Each slice is one transaction.
 */
export async function runMaintenance(store: IndexStore): Promise<void> {
  const { storage, yieldToEventLoop } = store;
  for (let slices = 0; slices < SLICES_PER_ALARM; slices += 1) {
    if (!storage.transactionSync(() => maintainSlice(storage.sql))) break;
    await yieldToEventLoop();
    storage.transactionSync(() => mergeSegments(storage.sql));
    await yieldToEventLoop();
  }
  await scheduleAlarm(store);
}

function maintainSlice(sql: SqlStorage): boolean {
  const stale = findStaleSlot(sql, Date.now());
  // The segment purge runs last, because each deletion leaves deleted words in older segments.
  if (stale === null)
    return (
      updateTitleSlice(sql) ||
      deleteDroppedTables(sql) ||
      compactVectorBlock(sql) ||
      purgeSegmentSlice(sql, Date.now())
    );
  deleteSlotSlice(sql, stale);
  return true;
}
