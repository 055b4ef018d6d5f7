import { forgettingDue } from "./forgetting.ts";
import { nextCleaning } from "./hidden-runs.ts";
import { isRetitling } from "./retitling.ts";
import { encodingDue } from "./sentence-vectors/encoding-queue.ts";
import { reportsDue } from "./sentence-vectors/report-queue.ts";
import { isLoose } from "./sentence-vectors/vector-blocks.ts";
import { hasTrash } from "./trash.ts";

/** Sentences are encoded when documents have stopped coming for so long. */
const QUIET_MS = 500;

/** What the parts of the index work on. */
export interface IndexStore {
  readonly storage: DurableObjectStorage;
  readonly bucket: R2Bucket;
  /** Whether there is somebody who encodes sentences. */
  readonly encodes: () => boolean;
  /** Lets others in; called between any two slices. */
  readonly breathe: () => Promise<unknown>;
}

/** Sees to it that what was left to be done later is done, whatever happens. Call it in the turn of the change: they are stored together. */
export async function arm({ storage, encodes }: IndexStore): Promise<void> {
  const now = Date.now();
  const cleaning = dueCleaning(storage.sql, now);
  const soonest = now + QUIET_MS;
  const later = encodes() ? [encodingDue(storage.sql, soonest), reportsDue(storage.sql, soonest)] : [];
  const due = Math.min(...[cleaning, ...later].map((each) => each ?? Infinity));
  if (due < Infinity) await storage.setAlarm(due);
}

/** Whether there is something to be cleaned up at once. */
export function isCleaning(sql: SqlStorage, now: number): boolean {
  return (dueCleaning(sql, now) ?? Infinity) <= now;
}

function dueCleaning(sql: SqlStorage, now: number): number | null {
  if (isRetitling(sql) || hasTrash(sql) || isLoose(sql)) return now;
  const [cleaning, forgetting] = [nextCleaning(sql, now), forgettingDue(sql)];
  return cleaning === null && forgetting === null ? null : Math.max(now, Math.min(cleaning ?? Infinity, forgetting ?? Infinity));
}
