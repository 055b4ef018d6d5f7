import type { Database } from "../../storage/d1/core/database.ts";
import { copyChanges, findUncopied } from "../../storage/d1/threads/recent-changes.ts";

const ROWS_PER_RUN = 2_000;

/**
 * Has the next rows of recent threads know when their thread changed, where they are older than that is kept; after the last, nothing any more.
 * Each slice is one batch with the place at which it ends; harmless when run twice at once. Derived data: no audit event.
 */
export async function copyRecentChanges(db: Database, rows = ROWS_PER_RUN): Promise<void> {
  const { cursor, slice } = await db.read(findUncopied(db, rows));
  if (cursor[0]?.ended === 1) return;
  const last = slice.at(-1);
  await db.write(copyChanges(db, last === undefined || slice.length < rows ? null : [last.userId, last.threadId]));
}
