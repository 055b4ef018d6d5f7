import { forgetSlice } from "./forgetting.ts";
import { emptySlice, findStale } from "./hidden-runs.ts";
import { arm, type IndexStore } from "./index-store.ts";
import { mergeSegments } from "./merge-segments.ts";
import { retitleSlice } from "./retitling.ts";
import { tidyBlock } from "./sentence-vectors/vector-blocks.ts";
import { emptyTrash } from "./trash.ts";

/**
 * Slices for each alarm invocation. The next alarm continues, because each invocation has its own CPU limit.
 */
const SLICES_PER_ALARM = 1_000;

/**
 * Does the deferred work: deletes unsearched rows, dropped tables and old vectors, and updates titles. Each
 * slice is a transaction.
 */
export async function cleanUp(store: IndexStore): Promise<void> {
  const { storage, breathe } = store;
  for (let slices = 0; slices < SLICES_PER_ALARM; slices += 1) {
    if (!storage.transactionSync(() => cleanSlice(storage.sql))) break;
    await breathe();
    storage.transactionSync(() => mergeSegments(storage.sql));
    await breathe();
  }
  await arm(store);
}

function cleanSlice(sql: SqlStorage): boolean {
  const stale = findStale(sql, Date.now());
  // The purge of segments comes last, because each deletion leaves words in the segments again.
  if (stale === null) return retitleSlice(sql) || emptyTrash(sql) || tidyBlock(sql) || forgetSlice(sql, Date.now());
  emptySlice(sql, stale);
  return true;
}
