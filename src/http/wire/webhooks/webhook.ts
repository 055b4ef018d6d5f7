import * as z from "zod";
import {
  DELIVERY_EVENTS,
  DELIVERY_STATES,
  INVITATION_CREATED,
  WEBHOOK_EVENTS,
} from "../../../domain/webhook.ts";
import type { DeliveryRow } from "../../../storage/d1/webhooks/deliveries.ts";
import type { WebhookRow } from "../../../storage/d1/webhooks/webhooks.ts";
import { idString } from "../identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "../values.ts";

/** A webhook without its secret. Identifiers are text, as in all records outside the contract. */
export const webhook = z.object({
  webhookId: idString("hook"),
  organizationId: idString("org"),
  userId: idString("user").meta({ description: "The user whose rights limit the deliveries." }),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  collectionIds: z.array(idString("col")).meta({ description: "Empty: the whole organization." }),
  sendsInvitations: z.boolean().meta({
    description: "Whether it receives `invitation.created`, with addresses and secret links.",
  }),
  createdAt: timestamp,
  previousSecretUntil: nullableTimestamp.meta({ description: "End of the previous secret's signatures." }),
  failingSince: nullableTimestamp.meta({ description: "Start of the current series of failures." }),
  disabledAt: nullableTimestamp,
  disabledReason: z.string(),
});

export const withSecret = webhook.extend({
  secret: z
    .string()
    .nullable()
    .meta({ description: "`whsec_…`; null in the response to a repeated `Idempotency-Key`." }),
});

export function presentWebhook({ id, events, collectionIds, ...row }: WebhookRow): z.input<typeof webhook> {
  return {
    webhookId: id,
    organizationId: row.organizationId,
    userId: row.userId,
    name: row.name,
    url: row.url,
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    sendsInvitations: events.includes(INVITATION_CREATED),
    collectionIds: [...collectionIds],
    createdAt: row.createdAt.toISOString(),
    previousSecretUntil: presentMoment(row.previousUntil),
    failingSince: presentMoment(row.failingSince),
    disabledAt: presentMoment(row.disabledAt),
    disabledReason: row.disabledReason,
  };
}

export const delivery = z.object({
  deliveryId: idString("delivery"),
  eventKey: idString("event").meta({
    description:
      "The value of `webhook-id` in every attempt and replay. For `invitation.created` that is `subjectId`.",
  }),
  event: z.enum(DELIVERY_EVENTS),
  subjectId: z.string().meta({ description: "The subject: an identifier of any kind." }),
  threadId: idString("thread").nullable(),
  at: timestamp.meta({ description: "Time of the event." }),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  nextAttemptAt: nullableTimestamp.meta({ description: "null after the end." }),
  lastStatus: z.int().nullable().meta({ description: "The receiver's last HTTP status." }),
  lastError: z.string(),
  endedAt: nullableTimestamp,
});

export function presentDelivery({ id, eventId, ...row }: DeliveryRow): z.input<typeof delivery> {
  return {
    deliveryId: id,
    eventKey: eventId,
    event: row.event,
    subjectId: row.subjectId,
    threadId: row.threadId,
    at: row.at.toISOString(),
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === "pending" ? row.dueAt.toISOString() : null,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    endedAt: presentMoment(row.endedAt),
  };
}
