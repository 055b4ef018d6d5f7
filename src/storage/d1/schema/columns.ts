import { sql } from "drizzle-orm";
import { index, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";
import type { Id, IdKind } from "../../../domain/ids.ts";

/** A moment: integer milliseconds since 1970 in D1, `Date` in code. */
export const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

/** An id of one kind, as a string. */
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
 * Indexes for the records that a user created, changed or deleted, so a merge of accounts reads no others.
 * Most rows are in the first index only.
 * @param by order in which exports read a user's own records
 */
export const recordIndexes = (name: string, { createdBy, modifiedBy, deletedBy }: Recorded, by: readonly SQLiteColumn[] = []) => [
  index(`${name}_creator`).on(createdBy, ...by),
  index(`${name}_modifier`)
    .on(modifiedBy)
    .where(sql`modified_by <> created_by`),
  index(`${name}_deleter`)
    .on(deletedBy)
    .where(sql`deleted_by IS NOT NULL`),
];
