import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Id } from "../../../domain/ids.ts";
import { DELIVERY_STATES, type WebhookEvent } from "../../../domain/webhook.ts";
import { idColumn, moment } from "./columns.ts";

/**
 * Webhooks of an organization. The service derives their secrets from `secretBits` and a setting, and does
 * not store them.
 */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: idColumn("id", "hook").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    /** The user whose access rights limit the payloads. */
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    events: text("events", { mode: "json" }).$type<readonly WebhookEvent[]>().notNull(),
    /** Collections whose events the webhook receives; if empty, the whole organization's. */
    collectionIds: text("collection_ids", { mode: "json" }).$type<readonly Id<"col">[]>().notNull(),
    /** 16 random bytes in base64url. */
    secretBits: text("secret_bits").notNull(),
    /**
     * `secretBits` before the last rotation. The earlier secret also signs deliveries until `previousUntil`.
     */
    previousBits: text("previous_bits"),
    previousUntil: moment("previous_until"),
    createdAt: moment("created_at").notNull(),
    /** Position in the audit log: the last event that the dispatcher has read. */
    readTo: text("read_to").notNull(),
    /** Number of the current round. Each replay raises it. A round sends an event at most once. */
    round: integer("round").notNull().default(0),
    /** Start of the last replay. Events before this time are not sent again. */
    replayedSince: moment("replayed_since"),
    /** Time of the last attempt. The dispatcher orders webhooks by it. */
    triedAt: moment("tried_at"),
    /** Start of the current series of failures; null after a success. */
    failingSince: moment("failing_since"),
    disabledAt: moment("disabled_at"),
    /** Reason for disabling the webhook; "" while it is enabled. */
    disabledReason: text("disabled_reason").notNull().default(""),
  },
  (table) => [
    index("webhooks_organization").on(table.organizationId, table.id),
    index("webhooks_user").on(table.userId),
  ],
);

/** Webhook deliveries and their outcomes: ids, no content. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: idColumn("id", "delivery").primaryKey(),
    webhookId: idColumn("webhook_id", "hook").notNull(),
    round: integer("round").notNull(),
    /** Source of the delivery, unique within a round: an event, or the answer that the event concerns. */
    source: text("source").notNull(),
    event: text("event").$type<WebhookEvent>().notNull(),
    eventId: idColumn("event_id", "event").notNull(),
    subjectId: text("subject_id").$type<Id>().notNull(),
    /** Thread of a message delivery; null for other deliveries. */
    threadId: idColumn("thread_id", "thread"),
    at: moment("at").notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /** HTTP status of the receiver's last response; null without a response. */
    lastStatus: integer("last_status"),
    lastError: text("last_error").notNull().default(""),
    endedAt: moment("ended_at"),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_source").on(table.webhookId, table.source, table.round),
    index("webhook_deliveries_due")
      .on(table.webhookId, table.dueAt, table.id)
      .where(sql`state = 'pending'`),
    index("webhook_deliveries_newest").on(table.webhookId, table.id),
  ],
);
