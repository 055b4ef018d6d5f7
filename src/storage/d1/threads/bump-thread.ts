import { sql, type SQL } from "drizzle-orm";
import type { Database, Statement } from "../core/database.ts";

/**
 * Updates a thread: raises its version by the number of changes (one by default), adds `added` messages, and
 * sets the label if it has none or for a rename.
 */
export function bumpThread(
  build: Database["build"],
  threadId: string,
  by: string,
  at: Date,
  change: { added: number | SQL; label: string; renames?: boolean; versions?: number },
): Statement {
  const label = change.renames ? sql`${change.label}` : sql`CASE WHEN label = '' THEN ${change.label} ELSE label END`;
  return build.run(sql`UPDATE threads SET version = version + ${change.versions ?? 1}, message_count = message_count + ${change.added},
    label = ${label}, modified_at = ${at.getTime()}, modified_by = ${by} WHERE id = ${threadId}`);
}
