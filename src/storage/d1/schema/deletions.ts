import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { moment } from "./columns.ts";

/** Receipts of permanent deletions: ids and counts, no content. A receipt has the id of its operation. */
export const deletions = sqliteTable(
  "deletions",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: moment("requested_at").notNull(),
    /** Counts at the time of the request: `DeletionPlan` as JSON. */
    plan: text("plan").notNull(),
  },
  (table) => [index("deletions_requester").on(table.requestedBy)],
);

/** Records that a deletion removes, with the number of removed rows, objects, passages and rooms. */
export const deletionItems = sqliteTable(
  "deletion_items",
  {
    deletionId: text("deletion_id").notNull(),
    kind: text("kind", { enum: ["collection", "thread", "asset"] }).notNull(),
    targetId: text("target_id").notNull(),
    removedAt: moment("removed_at"),
    rows: integer("rows").notNull().default(0),
    objects: integer("objects").notNull().default(0),
    passages: integer("passages").notNull().default(0),
    rooms: integer("rooms").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.deletionId, table.kind, table.targetId] }),
    index("deletion_items_target").on(table.targetId),
    /** Finds the remaining items of a deletion. */
    index("deletion_items_left")
      .on(table.deletionId, table.kind, table.targetId)
      .where(sql`removed_at IS NULL`),
  ],
);
