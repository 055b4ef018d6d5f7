import { sql, type SQL } from "drizzle-orm";

/**
 * Whether it is the thread's message that is known by this id. Another thread may know another message by the same one: anyone who chooses an id
 * learns nothing of other threads, and takes nothing from them.
 * @param row the table's alias
 */
export function isMessageOf(row: string, threadId: string | SQL, messageId: string | SQL | null): SQL<boolean> {
  return sql<boolean>`${sql.raw(row)}.thread_id = ${threadId} AND ${sql.raw(row)}.known_as = ${messageId}`;
}

/** The row's id of the thread's message that is known by this id; null when there is none. */
export function rowIdOf(threadId: string, messageId: string): SQL<string | null> {
  return sql<string | null>`(SELECT ri.id FROM messages ri WHERE ${isMessageOf("ri", threadId, messageId)})`;
}
