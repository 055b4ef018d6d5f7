import { jobHandlerOf } from "../jobs/handlers.ts";
import { runInline } from "../jobs/run-job.ts";
import type { Platform } from "../platform.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";

/**
 * Maximum wait of a run for the rooms, in milliseconds. After it, the notifications continue in parallel with
 * the next step.
 */
const NOTIFYING_MS = 2_000;

/**
 * Notifies rooms and waits for those that answer in time, so that they receive later notifications after
 * these. A slow room blocks nothing. Never rejects.
 */
export async function notifyRooms(platform: Platform, ordered: readonly OutboxEntry[]): Promise<void> {
  if (ordered.length === 0) return;
  const db = platform.database();
  const handle = jobHandlerOf({ db, platform });
  const deliveries = Promise.allSettled(ordered.map((row) => runInline(db, row, new Date(), handle)));
  const waited = new AbortController();
  await Promise.race([
    deliveries,
    scheduler.wait(NOTIFYING_MS, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
}
