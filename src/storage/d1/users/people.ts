import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { listOf, mayOnThread, sharesCollection } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** The name and the picture of a user. Both are empty after the account's deletion. */
export interface PersonRow {
  readonly id: Id<"user">;
  readonly displayName: string;
  readonly pictureUrl: string;
}

/** The users with these ids. @param ids SQL that yields user ids */
export function selectPeople({ build }: Database, ids: SQL) {
  return build.all<PersonRow>(sql`SELECT pu.id AS id, pu.display_name AS "displayName", pu.picture_url AS "pictureUrl"
    FROM users pu WHERE pu.id IN (${ids})`);
}

/**
 * Ids of the users that a page of a thread shows: the thread's creator and last editor, the authors of the
 * messages, and the users who stopped an answer. The service has no row in `users`.
 * @param shown SQL that yields the ids of the messages
 */
export function peopleOfThread(threadId: string | SQL, shown: SQL): SQL {
  return sql`SELECT iif(pm.state = 'cancelled', pm.modified_by, pm.created_by) FROM (${shown}) nm CROSS JOIN messages pm ON pm.id = nm.id
    UNION SELECT pt.created_by FROM threads pt WHERE pt.id = ${threadId}
    UNION SELECT pt.modified_by FROM threads pt WHERE pt.id = ${threadId}`;
}

/**
 * Those of the users whose name the viewer may see: the viewer, people of a common organization or
 * collection, and the people of a thread that the viewer may read. The people of a thread are its readers of
 * today and the authors of its messages.
 * @param threadId null for no thread
 */
export function selectKnownPeople(
  db: Database,
  viewer: SQL,
  { userIds, threadId }: { readonly userIds: readonly string[]; readonly threadId: Id<"thread"> | null },
) {
  const user = sql`ku.id`;
  const isInThread =
    threadId === null
      ? sql``
      : sql` OR (${mayOnThread(viewer, sql`${threadId}`, "read")} AND (${mayOnThread(user, sql`${threadId}`, "read")}
        OR EXISTS (SELECT 1 FROM messages km WHERE km.created_by = ku.id AND km.thread_id = ${threadId})))`;
  return selectPeople(
    db,
    sql`SELECT ku.id FROM ${listOf(userIds)} kl CROSS JOIN users ku ON ku.id = kl.value
      WHERE ${sharesCollection(viewer, user)}${isInThread}`,
  );
}
