import { sql } from "drizzle-orm";
import { index, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";
import type { Id, IdKind } from "../../../domain/ids.ts";

/** A time, stored as integer milliseconds since 1970 and read as `Date`. */
export const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** A text column for ids of one kind. */
export const idColumn = <K extends IdKind>(name: string, _kind: K) => text(name).$type<Id<K>>();

/** The columns of the contract's metadata record, and the version, which every change raises. */
export const recordColumns = () => ({
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  createdBy: idColumn("created_by", "user").notNull(),
  modifiedAt: moment("modified_at").notNull(),
  modifiedBy: idColumn("modified_by", "user").notNull(),
  deletedAt: moment("deleted_at"),
  deletedBy: idColumn("deleted_by", "user"),
});

interface Recorded {
  readonly createdBy: SQLiteColumn;
  readonly modifiedBy: SQLiteColumn;
  readonly deletedBy: SQLiteColumn;
}

/**
 * Indexes to find the records that a user created, changed or deleted, so a merge of accounts reads no other
 * records. Most rows are only in the first index.
 * @param by order in which an export reads the user's own records
 */
export const recordIndexes = (
  name: string,
  { createdBy, modifiedBy, deletedBy }: Recorded,
  by: readonly SQLiteColumn[] = [],
) => [
  index(`${name}_creator`).on(createdBy, ...by),
  index(`${name}_modifier`)
    .on(modifiedBy)
    .where(sql`modified_by <> created_by`),
  index(`${name}_deleter`)
    .on(deletedBy)
    .where(sql`deleted_by IS NOT NULL`),
];
