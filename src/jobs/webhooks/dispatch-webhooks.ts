import type { Platform } from "../../platform.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { enqueueDeliveries } from "./enqueue-deliveries.ts";
import { sendDeliveries } from "./send-deliveries.ts";

type Settings = NonNullable<ReturnType<Platform["webhooks"]>>;

/** Enqueues deliveries of new events and sends due ones. */
export async function dispatchWebhooks(db: Database, settings: Settings, now: Date): Promise<void> {
  await enqueueDeliveries(db, now);
  await sendDeliveries(db, settings, now);
}

/** The schedule of polls. */
export interface PollSchedule {
  readonly everyMs: number;
  /** No poll starts after this time, in milliseconds since 1970. */
  readonly until: number;
}

/** A pause lasts at least this many times as long as the previous poll. */
const PAUSE_FACTOR = 10;

/**
 * Polls for new events until a deadline. Long polls are followed by longer pauses, so that polls take at most
 * a tenth of the time.
 */
export async function pollUntil(db: Database, settings: Settings, looks: PollSchedule): Promise<void> {
  let restMs = looks.everyMs;
  while (Date.now() + restMs < looks.until) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const begunAt = Date.now();
    await dispatchWebhooks(db, settings, new Date(begunAt));
    restMs = Math.max(looks.everyMs, PAUSE_FACTOR * (Date.now() - begunAt));
  }
}
