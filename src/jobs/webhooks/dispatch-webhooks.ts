import type { Platform } from "../../platform.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { enqueueDeliveries } from "./enqueue-deliveries.ts";
import { sendDeliveries } from "./send-deliveries.ts";

type Settings = NonNullable<ReturnType<Platform["webhooks"]>>;

/** Enqueues deliveries of new events and sends due deliveries. */
export async function dispatchWebhooks(db: Database, settings: Settings, now: Date): Promise<void> {
  await enqueueDeliveries(db, now);
  await sendDeliveries(db, settings, now);
}

/** Schedule of the polls for webhook events. */
export interface PollSchedule {
  readonly everyMs: number;
  /** Latest start of a poll, in milliseconds since 1970. */
  readonly until: number;
}

/** Minimum ratio of a pause to the duration of the previous poll. */
const PAUSE_FACTOR = 10;

/**
 * Polls for new events until a deadline. The pause grows with the duration of the previous poll, so polls
 * take at most a tenth of the time.
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
