import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, moment } from "./columns.ts";

/**
 * The newest 1,000 threads that a user created or wrote in; `at` is the latest of these times. Triggers write
 * the rows, with copies of the sort fields. `places` names the collections that list the thread: one id, a
 * sorted JSON list of up to 8, or the thread's own id. The own id stands for more than 8 collections, or for
 * threads that are recent for more than 100 users. `changedAt` copies the time of the thread's last change.
 * It is null if the thread is recent for more than 8 users.
 */
export const recentThreads = sqliteTable(
  "recent_threads",
  {
    userId: idColumn("user_id", "user").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
    at: moment("at").notNull(),
    listed: integer("listed").notNull().default(0),
    label: text("label").notNull().default(""),
    threadCreatedAt: integer("thread_created_at").notNull().default(0),
    places: text("places").notNull().default(""),
    changedAt: integer("changed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.threadId] }),
    index("recent_threads_newest").on(table.userId, table.listed, table.at, table.threadId),
    index("recent_threads_by_label").on(table.userId, table.listed, table.label, table.threadId),
    index("recent_threads_by_creation").on(table.userId, table.listed, table.threadCreatedAt, table.threadId),
    index("recent_threads_by_change").on(table.userId, table.listed, table.changedAt, table.threadId),
    index("recent_threads_thread").on(table.threadId, table.places),
  ],
);

/**
 * Number of a user's recent threads with the same `places`. The row with "" counts all threads, listed or
 * not. Triggers maintain these counts.
 */
export const recentThreadCounts = sqliteTable(
  "recent_thread_counts",
  {
    userId: idColumn("user_id", "user").notNull(),
    places: text("places").notNull(),
    threads: integer("threads").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.places] })],
);
