import { sql } from "drizzle-orm";
import { isActiveUser, mayOnCollection } from "./access-sql.ts";
import type { Database } from "./database.ts";

/** A row when the user may post to the active thread: `chat` on its home. */
export function findChatPermission({ build }: Database, userId: string, threadId: string) {
  const user = sql`${userId}`;
  return build.all<{
    readonly allowed: 1;
  }>(sql`SELECT 1 AS allowed FROM threads pt WHERE pt.id = ${threadId} AND pt.lifecycle_state = 'active'
    AND ${isActiveUser(user)} AND ${mayOnCollection(user, sql`pt.home_collection_id`, "chat")}`);
}
