import { segmentPurgeDueAt } from "./maintenance/segment-purge.ts";
import { staleSlotDueAt } from "./indexing/inactive-slots.ts";
import { hasTitleUpdates } from "./indexing/title-updates.ts";
import { embeddingDueAt } from "./vectors/embedding-jobs.ts";
import { reportsDueAt } from "./vectors/embedding-reports.ts";
import { needsCompaction } from "./vectors/vector-blocks.ts";
import { hasDroppedTables } from "./maintenance/dropped-tables.ts";

/** Encoding starts after this time without new documents. */
const QUIET_MS = 500;

/** The dependencies that all parts of the index share. */
export interface IndexStore {
  readonly storage: DurableObjectStorage;
  readonly bucket: R2Bucket;
  /** Whether an embedder is configured. */
  readonly hasEmbedder: () => boolean;
  /** Yields to other calls. Called between slices. */
  readonly yieldToEventLoop: () => Promise<unknown>;
}

/**
 * Sets the alarm for the deferred work. Call it in the same turn as the change, so that both are stored
 * together.
 */
export async function scheduleAlarm({ storage, hasEmbedder }: IndexStore): Promise<void> {
  const now = Date.now();
  const cleaning = maintenanceDueAt(storage.sql, now);
  const soonest = now + QUIET_MS;
  const later = hasEmbedder() ? [embeddingDueAt(storage.sql, soonest), reportsDueAt(storage.sql, soonest)] : [];
  const due = Math.min(...[cleaning, ...later].map((each) => each ?? Infinity));
  if (due < Infinity) await storage.setAlarm(due);
}

/** Whether cleaning is due now. */
export function isMaintenanceDue(sql: SqlStorage, now: number): boolean {
  return (maintenanceDueAt(sql, now) ?? Infinity) <= now;
}

function maintenanceDueAt(sql: SqlStorage, now: number): number | null {
  if (hasTitleUpdates(sql) || hasDroppedTables(sql) || needsCompaction(sql)) return now;
  const [cleaning, forgetting] = [staleSlotDueAt(sql, now), segmentPurgeDueAt(sql)];
  return cleaning === null && forgetting === null ? null : Math.max(now, Math.min(cleaning ?? Infinity, forgetting ?? Infinity));
}
