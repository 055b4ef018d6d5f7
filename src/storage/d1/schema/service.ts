import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Id } from "../../../domain/ids.ts";
import { idColumn, moment } from "./columns.ts";

/** The audit log: one row for each change, written in the change's own batch. */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: idColumn("id", "event").primaryKey(),
    organizationId: idColumn("organization_id", "org"),
    actorId: idColumn("actor_id", "user").notNull(),
    /** The API key by which the actor came. */
    keyId: idColumn("key_id", "key"),
    operation: text("operation").notNull(),
    operationId: text("operation_id").notNull(),
    targetId: text("target_id").$type<Id>().notNull(),
    units: integer("units").notNull().default(0),
    at: moment("at").notNull(),
    /** What changed: a JSON object, empty where operation and target say it all. */
    changes: text("changes").notNull().default("{}"),
  },
  (table) => [
    index("audit_events_organization").on(table.organizationId, table.id),
    index("audit_events_actor").on(table.organizationId, table.actorId, table.id),
    index("audit_events_target").on(table.organizationId, table.targetId, table.id),
    index("audit_events_key")
      .on(table.organizationId, table.keyId, table.id)
      .where(sql`key_id IS NOT NULL`),
    index("audit_events_operation").on(table.organizationId, table.operation, table.id),
  ],
);

const usageCounters = () => ({
  questions: integer("questions").notNull(),
  units: integer("units").notNull(),
  inputTokens: integer("input_tokens").notNull(),
  outputTokens: integer("output_tokens").notNull(),
  cost: integer("cost").notNull(),
  assets: integer("assets").notNull(),
  bytes: integer("bytes").notNull(),
  estimatedTokens: integer("estimated_tokens").notNull().default(0),
});

/** What was used in the days of an organization, by whom and through which operation: counted in the batch of the change that uses it. */
export const usageDays = sqliteTable(
  "usage_days",
  {
    organizationId: idColumn("organization_id", "org").notNull(),
    /** Since 1970. */
    day: integer("day").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    operation: text("operation").notNull(),
    ...usageCounters(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day, table.userId, table.operation] })],
);

/** The sums of each organization's `usage_days`. */
export const usageTotals = sqliteTable(
  "usage_totals",
  { day: integer("day").notNull(), organizationId: idColumn("organization_id", "org").notNull(), ...usageCounters() },
  (table) => [primaryKey({ columns: [table.day, table.organizationId] })],
);

/** How often something happened on the last day on which it did. It belongs to no organization. */
export const dayCounters = sqliteTable("day_counters", {
  name: text("name").primaryKey(),
  day: integer("day").notNull(),
  count: integer("count").notNull(),
});

/** Work outside D1 that a change ordered in its own batch; delivered at once, and again by the cron run until it succeeds. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    targetId: text("target_id").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /** Since when it rests, having failed too often; an operator releases it. */
    parkedAt: moment("parked_at"),
  },
  (table) => [
    index("outbox_due").on(table.dueAt),
    index("outbox_parked")
      .on(table.parkedAt)
      .where(sql`parked_at IS NOT NULL`),
  ],
);

/** `Idempotency-Key`s of the last 24 hours; no content is kept. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    principal: text("principal").notNull(),
    operation: text("operation").notNull(),
    key: text("key").notNull(),
    bodyHash: text("body_hash").notNull(),
    targetId: text("target_id").$type<Id>().notNull(),
    eventId: idColumn("event_id", "event").notNull(),
    at: moment("at").notNull(),
    /** What was done, where the target does not tell it: ids as JSON. */
    result: text("result"),
  },
  (table) => [primaryKey({ columns: [table.principal, table.operation, table.key] }), index("idempotency_keys_age").on(table.at)],
);

/** Where bounded work continues at its next run, by the work's name. */
export const cursors = sqliteTable("cursors", { name: text("name").primaryKey(), value: text("value").notNull() });

/** Who may do what before and after a change that is only rehearsed: written and rolled back with it, so always empty. */
export const rehearsedAccess = sqliteTable("rehearsed_access", {
  /** 0 before, 1 after. */
  side: integer("side").notNull(),
  /** A user, an invitation or a public link. */
  who: text("who").notNull(),
  /** `collection`, `asset` or `thread`. */
  kind: text("kind").notNull(),
  target: text("target").notNull(),
  /** A bit for each of `ACTIONS`. */
  actions: integer("actions").notNull(),
});

/** What a client sent of a fault: its content is in R2, under `diagnostics/` and the id. */
export const diagnostics = sqliteTable(
  "diagnostics",
  {
    id: idColumn("id", "diag").primaryKey(),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
  },
  (table) => [index("diagnostics_creator").on(table.createdBy, table.createdAt), index("diagnostics_age").on(table.createdAt)],
);
