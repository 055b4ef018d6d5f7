import { isActiveUser, mayOnThread, userOf } from "../core/access.ts";
import { sql } from "drizzle-orm";
import type { Database } from "../core/database.ts";

/** Returns a row if the user may post to the active thread. */
export function findChatPermission({ build }: Database, userId: string, threadId: string) {
  const user = userOf(userId);
  return build.all<{ readonly allowed: 1 }>(
    sql`SELECT 1 AS allowed WHERE ${isActiveUser(user)} AND ${mayOnThread(user, sql`${threadId}`, "chat")}`,
  );
}
