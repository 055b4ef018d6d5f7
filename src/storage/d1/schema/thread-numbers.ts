import { index, integer, sqliteTable, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idColumn } from "./columns.ts";

/**
 * Numbers of threads, from which the row ids of the FTS5 table `thread_words` derive. The migration creates
 * that table. The numbers of an organization's threads are one range, so a search reads only that range.
 * Triggers maintain both tables.
 */
export const threadNumbers = sqliteTable(
  "thread_numbers",
  {
    id: integer("id").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    threadId: idColumn("thread_id", "thread").notNull(),
  },
  (table) => [
    uniqueIndex("thread_numbers_thread").on(table.threadId),
    index("thread_numbers_organization").on(table.organizationId, table.id),
  ],
);
