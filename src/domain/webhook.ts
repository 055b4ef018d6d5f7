/** The events that webhooks can receive, by their public names. */
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

/**
 * `withheld`: not sent, because the webhook's owner may no longer read the record. `failed`: the attempts
 * ended after three days, or the webhook ended.
 */
export const DELIVERY_STATES = ["pending", "delivered", "failed", "withheld"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const HOUR_MS = 3_600_000;

export const WEBHOOKS_PER_ORGANIZATION = 20;
export const COLLECTIONS_PER_WEBHOOK = 20;
export const MAX_WEBHOOK_URL_CHARS = 2_048;
/** Time after a rotation in which both secrets sign. */
export const SECRET_OVERLAP_MS = 24 * HOUR_MS;
/** The service gives up a delivery after this time, whatever the number of attempts. */
export const MAX_DELIVERY_AGE_MS = 3 * 24 * HOUR_MS;
/** The service disables a webhook whose attempts have all failed for this time. */
export const FAILING_WEBHOOK_TTL_MS = 5 * 24 * HOUR_MS;
export const DELIVERY_DAYS = 30;
/** Timeout of a whole delivery, including the receiver's response. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Maximum number of pending deliveries per webhook. Later events wait in the audit log. */
export const MAX_PENDING_DELIVERIES = 5_000;
