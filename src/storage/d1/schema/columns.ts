import { integer, text } from "drizzle-orm/sqlite-core";

/** A moment: integer milliseconds since 1970 in D1, `Date` inside. */
export const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** The columns of the contract's metadata record, and the revision counter that every change raises by one. */
export const recordColumns = () => ({
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  createdBy: text("created_by").notNull(),
  modifiedAt: moment("modified_at").notNull(),
  modifiedBy: text("modified_by").notNull(),
  deletedAt: moment("deleted_at"),
  deletedBy: text("deleted_by"),
});
