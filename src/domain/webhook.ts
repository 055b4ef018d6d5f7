import { MS_PER_DAY } from "./time.ts";

/** Events without content that webhooks can receive, by their public names. */
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
/** The event whose payload has the address and the secret link of an invitation. Only a setting turns it on. */
export const INVITATION_CREATED = "invitation.created";
/** All events of deliveries. */
export const DELIVERY_EVENTS = [...WEBHOOK_EVENTS, INVITATION_CREATED] as const;
export type WebhookEvent = (typeof DELIVERY_EVENTS)[number];

/**
 * States of a delivery. `withheld`: not sent, because the owner of the webhook may no longer read the record.
 * `failed`: all attempts within three days failed, or the webhook ended.
 */
export const DELIVERY_STATES = ["pending", "delivered", "failed", "withheld"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const WEBHOOKS_PER_ORGANIZATION = 20;
export const COLLECTIONS_PER_WEBHOOK = 20;
export const MAX_WEBHOOK_URL_CHARS = 2_048;
/** Time after a rotation during which the service signs with both secrets. */
export const SECRET_OVERLAP_MS = MS_PER_DAY;
/**
 * Maximum age of a delivery in milliseconds. The service gives up older deliveries, whatever the number of
 * attempts.
 */
export const MAX_DELIVERY_AGE_MS = 3 * MS_PER_DAY;
/** If all attempts of a webhook fail for this time, the service disables the webhook. */
export const FAILING_WEBHOOK_TTL_MS = 5 * MS_PER_DAY;
export const DELIVERY_DAYS = 30;
/** Timeout of a delivery, including the response of the receiver. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Maximum number of pending deliveries per webhook. Later events wait in the audit log. */
export const MAX_PENDING_DELIVERIES = 5_000;
