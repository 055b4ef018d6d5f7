import { forgettingDue } from "./forgetting.ts";
import { nextCleaning } from "./hidden-runs.ts";
import { isRetitling } from "./retitling.ts";
import { encodingDue } from "./sentence-vectors/encoding-queue.ts";
import { reportsDue } from "./sentence-vectors/report-queue.ts";
import { isLoose } from "./sentence-vectors/vector-blocks.ts";
import { hasTrash } from "./trash.ts";

/** Encoding starts after this time without new documents. */
const QUIET_MS = 500;

/** The dependencies that all parts of the index share. */
export interface IndexStore {
  readonly storage: DurableObjectStorage;
  readonly bucket: R2Bucket;
  /** Whether an embedder is configured. */
  readonly encodes: () => boolean;
  /** Yields to other calls. Called between slices. */
  readonly breathe: () => Promise<unknown>;
}

/**
 * Sets the alarm for the deferred work. Call it in the same turn as the change, so that both are stored
 * together.
 */
export async function arm({ storage, encodes }: IndexStore): Promise<void> {
  const now = Date.now();
  const cleaning = dueCleaning(storage.sql, now);
  const soonest = now + QUIET_MS;
  const later = encodes() ? [encodingDue(storage.sql, soonest), reportsDue(storage.sql, soonest)] : [];
  const due = Math.min(...[cleaning, ...later].map((each) => each ?? Infinity));
  if (due < Infinity) await storage.setAlarm(due);
}

/** Whether cleaning is due now. */
export function isCleaning(sql: SqlStorage, now: number): boolean {
  return (dueCleaning(sql, now) ?? Infinity) <= now;
}

function dueCleaning(sql: SqlStorage, now: number): number | null {
  if (isRetitling(sql) || hasTrash(sql) || isLoose(sql)) return now;
  const [cleaning, forgetting] = [nextCleaning(sql, now), forgettingDue(sql)];
  return cleaning === null && forgetting === null ? null : Math.max(now, Math.min(cleaning ?? Infinity, forgetting ?? Infinity));
}
