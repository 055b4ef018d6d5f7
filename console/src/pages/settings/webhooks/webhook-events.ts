import type { InputOf } from "../../../data/client.ts";

export type WebhookEvent = InputOf<"POST", "/v1/webhooks">["body"]["events"][number];

/** The events that a webhook can receive, in the order of the form. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  "asset.ready",
  "asset.failed",
  "message.created",
  "answer.completed",
  "share.changed",
  "asset.deleted",
  "thread.deleted",
  "collection.deleted",
];
