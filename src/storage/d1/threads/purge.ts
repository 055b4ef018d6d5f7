import { sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Database, Statement } from "../core/database.ts";
import { PURGING, countSome, deleteSome, type RecordRows } from "../service/purges.ts";

/** The deleted thread, if its purge has started. */
export function findThreadToPurge({ build }: Database, threadId: string) {
  return build.all<{
    readonly organizationId: Id<"org">;
  }>(sql`SELECT pt.organization_id AS "organizationId" FROM threads pt
    WHERE pt.id = ${threadId} AND pt.lifecycle_state = 'deleted' AND pt.purge_at = ${PURGING}`);
}

/** Rows of other tables that name a thread. */
export const ROWS_OF_THREAD: readonly RecordRows[] = [
  "answer_feedback",
  "citations",
  "answer_scope",
  "messages",
  "thread_scope",
  "thread_collections",
  "thread_links",
  "asset_watchers",
  "presence",
].map((table) => ({ table, column: "thread_id" }));

/** Deletes up to `limit` rows per table that name the record. */
export function deleteRowsOfThread(db: Database, threadId: string, limit: number): Statement[] {
  return deleteSome(db, ROWS_OF_THREAD, threadId, limit);
}

export function countRowsOfThread(db: Database, threadId: string, limit: number) {
  return countSome(db, ROWS_OF_THREAD, threadId, limit);
}

export function deleteThreadRow({ build }: Database, threadId: string): Statement {
  return build.run(
    sql`DELETE FROM threads WHERE id = ${threadId} AND lifecycle_state = 'deleted' AND purge_at = ${PURGING}`,
  );
}
