import { segmentPurgeDueAt } from "./maintenance/segment-purge.ts";
import { staleSlotDueAt } from "./indexing/inactive-slots.ts";
import { hasTitleUpdates } from "./indexing/title-updates.ts";
import { embeddingDueAt } from "./vectors/embedding-jobs.ts";
import { reportsDueAt } from "./vectors/embedding-reports.ts";
import { needsCompaction } from "./vectors/vector-blocks.ts";
import { hasDroppedTables } from "./maintenance/dropped-tables.ts";

/** Embedding starts after 500 ms without new documents. */
const QUIET_MS = 500;

/** The dependencies that all modules of the index share. */
export interface IndexStore {
  readonly storage: DurableObjectStorage;
  readonly bucket: R2Bucket;
  /** Whether an embedder is configured. */
  readonly hasEmbedder: () => boolean;
  /** Yields to other calls of the object. Long work calls it between slices. */
  readonly yieldToEventLoop: () => Promise<unknown>;
}

/**
 * Sets the alarm for deferred work. Call it in the same synchronous turn as the change, so that the storage
 * commits both together.
 */
export async function scheduleAlarm({ storage, hasEmbedder }: IndexStore): Promise<void> {
  const now = Date.now();
  const cleaning = maintenanceDueAt(storage.sql, now);
  const soonest = now + QUIET_MS;
  const later = hasEmbedder()
    ? [embeddingDueAt(storage.sql, soonest), reportsDueAt(storage.sql, soonest)]
    : [];
  const due = Math.min(...[cleaning, ...later].map((each) => each ?? Infinity));
  if (due < Infinity) await storage.setAlarm(due);
}

/** Whether maintenance is due. */
export function isMaintenanceDue(sql: SqlStorage, now: number): boolean {
  return (maintenanceDueAt(sql, now) ?? Infinity) <= now;
}

function maintenanceDueAt(sql: SqlStorage, now: number): number | null {
  if (hasTitleUpdates(sql) || hasDroppedTables(sql) || needsCompaction(sql)) return now;
  const [cleaning, forgetting] = [staleSlotDueAt(sql, now), segmentPurgeDueAt(sql)];
  return cleaning === null && forgetting === null
    ? null
    : Math.max(now, Math.min(cleaning ?? Infinity, forgetting ?? Infinity));
}
