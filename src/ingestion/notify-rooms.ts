import { jobHandlerOf } from "../jobs/handlers.ts";
import { runInline } from "../jobs/run-job.ts";
import type { Platform } from "../platform.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";

/** A run waits at most this long for rooms; then notifications continue beside the next step. */
const NOTIFYING_MS = 2_000;

/**
 * Notifications are sent one after the other while rooms answer in time. A slow room blocks nothing. Never
 * rejects.
 */
export async function notifyRooms(platform: Platform, ordered: readonly OutboxEntry[]): Promise<void> {
  if (ordered.length === 0) return;
  const db = platform.database();
  const handle = jobHandlerOf({ db, platform });
  const deliveries = Promise.allSettled(ordered.map((row) => runInline(db, row, new Date(), handle)));
  const waited = new AbortController();
  await Promise.race([deliveries, scheduler.wait(NOTIFYING_MS, { signal: waited.signal }).catch(() => undefined)]);
  waited.abort();
}
