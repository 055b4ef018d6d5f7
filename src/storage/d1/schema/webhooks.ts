import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Id } from "../../../domain/ids.ts";
import { DELIVERY_STATES, type WebhookEvent } from "../../../domain/webhook.ts";
import { idColumn, moment } from "./columns.ts";

/** Addresses that are told what happens in an organization. Their secrets are made from these bits and a setting, and stand nowhere. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: idColumn("id", "hook").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    /** Whose rights decide what is sent. */
    userId: idColumn("user_id", "user").notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    events: text("events", { mode: "json" }).$type<readonly WebhookEvent[]>().notNull(),
    /** Empty: wherever in the organization. */
    collectionIds: text("collection_ids", { mode: "json" }).$type<readonly Id<"col">[]>().notNull(),
    /** 16 random bytes in base64url. */
    secretBits: text("secret_bits").notNull(),
    /** Those before the last rotation, which sign too until `previous_until`. */
    previousBits: text("previous_bits"),
    previousUntil: moment("previous_until"),
    createdAt: moment("created_at").notNull(),
    /** The audit log is read up to this identifier of an event. */
    readTo: text("read_to").notNull(),
    /** Raised by every replay: an event is told once in each round. */
    round: integer("round").notNull().default(0),
    /** What happened before the moment of the last replay is not told again. */
    replayedSince: moment("replayed_since"),
    /** When something was last to be sent to it: they take turns. */
    triedAt: moment("tried_at"),
    /** Since when every attempt has failed. */
    failingSince: moment("failing_since"),
    disabledAt: moment("disabled_at"),
    /** "" while it is not disabled. */
    disabledReason: text("disabled_reason").notNull().default(""),
  },
  (table) => [index("webhooks_organization").on(table.organizationId, table.id), index("webhooks_user").on(table.userId)],
);

/** What a webhook is told, and what became of it: identifiers, never content. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: idColumn("id", "delivery").primaryKey(),
    webhookId: idColumn("webhook_id", "hook").notNull(),
    round: integer("round").notNull(),
    /** Told once in a round: an event, or the answer that it is about. */
    source: text("source").notNull(),
    event: text("event").$type<WebhookEvent>().notNull(),
    eventId: idColumn("event_id", "event").notNull(),
    subjectId: text("subject_id").$type<Id>().notNull(),
    /** Of a message. */
    threadId: idColumn("thread_id", "thread"),
    at: moment("at").notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /** The status that the receiver answered last; null: none. */
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
