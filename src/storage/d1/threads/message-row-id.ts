import { sql, type SQL } from "drizzle-orm";

/**
 * Whether the row is the thread's message with this id. The same id may exist in other threads, so a rejected
 * id reveals nothing about other threads.
 * @param row the table's alias
 */
export function isMessageOf(
  row: string,
  threadId: string | SQL,
  messageId: string | SQL | null,
): SQL<boolean> {
  return sql<boolean>`${sql.raw(row)}.thread_id = ${threadId} AND ${sql.raw(row)}.known_as = ${messageId}`;
}

/** Row id of the thread's message with this id; null if there is none. */
export function messageRowIdOf(threadId: string, messageId: string): SQL<string | null> {
  return sql<string | null>`(SELECT ri.id FROM messages ri WHERE ${isMessageOf("ri", threadId, messageId)})`;
}
