/** What a webhook may be told of, by the names that its receiver sees. */
export const WEBHOOK_EVENTS = [
  "asset.ready",
  "asset.failed",
  "message.created",
  "answer.completed",
  "share.changed",
  "asset.deleted",
  "thread.deleted",
  "collection.deleted",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** `withheld`: its owner may not read what it is about any more, so nothing was sent. `failed`: it was tried for three days, or the webhook ended. */
export const DELIVERY_STATES = ["pending", "delivered", "failed", "withheld"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const HOUR_MS = 3_600_000;

export const WEBHOOKS_PER_ORGANIZATION = 20;
export const COLLECTIONS_PER_WEBHOOK = 20;
export const MAX_WEBHOOK_URL_CHARS = 2_048;
/** For how long both secrets sign after a rotation. */
export const SECRET_OVERLAP_MS = 24 * HOUR_MS;
/** After so long a delivery is given up, however often it was tried. */
export const TRIED_FOR_MS = 3 * 24 * HOUR_MS;
/** A webhook whose every attempt has failed for so long is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR_MS;
export const DELIVERY_DAYS = 30;
/** For everything together, the receiver's answer too. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** What waits for a receiver at the most; what comes then waits in the audit log. */
export const MAX_PENDING = 5_000;
