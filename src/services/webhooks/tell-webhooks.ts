import type { Platform } from "../../platform.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { orderDeliveries } from "./order-deliveries.ts";
import { sendDeliveries } from "./send-deliveries.ts";

type Settings = NonNullable<ReturnType<Platform["webhooks"]>>;

/** Orders what has happened, and sends what is due. */
export async function tellWebhooks(db: Database, settings: Settings, now: Date): Promise<void> {
  await orderDeliveries(db, now);
  await sendDeliveries(db, settings, now);
}

/** How often it is looked whether there is something to tell. */
export interface Looks {
  readonly everyMs: number;
  /** None begins later: milliseconds since 1970. */
  readonly until: number;
}

/** A look rests so many times as long as it took, where that is longer. */
const REST_FACTOR = 10;

/** Tells what happens meanwhile. Much to do, or slow receivers, make the looks rarer: they cost at most a tenth of the time. */
export async function tellMeanwhile(db: Database, settings: Settings, looks: Looks): Promise<void> {
  let restMs = looks.everyMs;
  while (Date.now() + restMs < looks.until) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    const begunAt = Date.now();
    await tellWebhooks(db, settings, new Date(begunAt));
    restMs = Math.max(looks.everyMs, REST_FACTOR * (Date.now() - begunAt));
  }
}
