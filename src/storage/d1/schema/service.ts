import type { RecordedOperation } from "../../../domain/operation-ids.ts";
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Id } from "../../../domain/ids.ts";
import { idColumn, moment } from "./columns.ts";

/** The audit log: one row per change, written in the change's own batch. */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: idColumn("id", "event").primaryKey(),
    organizationId: idColumn("organization_id", "org"),
    actorId: idColumn("actor_id", "user").notNull(),
    /** The API key that authenticated the actor's request; null without one. */
    keyId: idColumn("key_id", "key"),
    operation: text("operation").$type<RecordedOperation>().notNull(),
    operationId: text("operation_id").notNull(),
    targetId: text("target_id").$type<Id>().notNull(),
    units: integer("units").notNull().default(0),
    at: moment("at").notNull(),
    /**
     * Details of the change as a JSON object; empty if operation and target describe the change completely.
     */
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

/** Usage per organization, day, user and operation. The batch of a change counts its usage. */
export const usageDays = sqliteTable(
  "usage_days",
  {
    organizationId: idColumn("organization_id", "org").notNull(),
    /** Number of days since 1970. */
    day: integer("day").notNull(),
    userId: idColumn("user_id", "user").notNull(),
    operation: text("operation").$type<RecordedOperation>().notNull(),
    ...usageCounters(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day, table.userId, table.operation] })],
);

const modelCounter = (name: string) => integer(name).notNull().default(0);

/** Sums of `usage_days` per organization and day, and counters of the answers of language models. */
export const usageTotals = sqliteTable(
  "usage_totals",
  {
    day: integer("day").notNull(),
    organizationId: idColumn("organization_id", "org").notNull(),
    ...usageCounters(),
    modelAnswers: modelCounter("model_answers"),
    modelAbstentions: modelCounter("model_abstentions"),
    modelRepairs: modelCounter("model_repairs"),
    modelFailures: modelCounter("model_failures"),
    quotedSentences: modelCounter("quoted_sentences"),
    supportedSentences: modelCounter("supported_sentences"),
    unverifiedSentences: modelCounter("unverified_sentences"),
    contradictedSentences: modelCounter("contradicted_sentences"),
    droppedSentences: modelCounter("dropped_sentences"),
  },
  (table) => [primaryKey({ columns: [table.day, table.organizationId] })],
);

/** Number of events of one kind across the service on the last day that had such an event. */
export const dayCounters = sqliteTable("day_counters", {
  name: text("name").primaryKey(),
  day: integer("day").notNull(),
  count: integer("count").notNull(),
});

/**
 * Jobs that a change enqueues in its own batch. The service runs a job immediately, and the cron run repeats
 * it until it succeeds.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    targetId: text("target_id").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /**
     * Time at which the job was parked after too many failures; null unless parked. An operator releases
     * parked jobs.
     */
    parkedAt: moment("parked_at"),
  },
  (table) => [
    index("outbox_due").on(table.dueAt),
    index("outbox_parked")
      .on(table.parkedAt)
      .where(sql`parked_at IS NOT NULL`),
  ],
);

/** `Idempotency-Key` values of the last 24 hours, without request content. */
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
    /** Result ids as JSON, if the target's id does not identify the result. */
    result: text("result"),
  },
  (table) => [
    primaryKey({ columns: [table.principal, table.operation, table.key] }),
    index("idempotency_keys_age").on(table.at),
  ],
);

/** Positions from which periodic work continues, by the work's name. */
export const cursors = sqliteTable("cursors", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/**
 * Access before and after a change in a dry run. D1 rolls back these rows with the change, so the table is
 * always empty.
 */
export const rehearsedAccess = sqliteTable("rehearsed_access", {
  /** 0 before the change, 1 after it. */
  side: integer("side").notNull(),
  /** Id of a user, an invitation or a public link. */
  who: text("who").notNull(),
  /** Kind of the target: `collection`, `asset` or `thread`. */
  kind: text("kind").notNull(),
  target: text("target").notNull(),
  /** Bit mask with one bit per entry of `ACTIONS`. */
  actions: integer("actions").notNull(),
});

/** Diagnostics that clients sent. R2 holds the content, under `diagnostics/` and the id. */
export const diagnostics = sqliteTable(
  "diagnostics",
  {
    id: idColumn("id", "diag").primaryKey(),
    createdAt: moment("created_at").notNull(),
    createdBy: idColumn("created_by", "user").notNull(),
  },
  (table) => [
    index("diagnostics_creator").on(table.createdBy, table.createdAt),
    index("diagnostics_age").on(table.createdAt),
  ],
);
