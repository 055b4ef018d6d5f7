import { sql, type SQL } from "drizzle-orm";
import type { Database, Statement } from "../core/database.ts";

/**
 * Updates a thread after changes: raises its version by `versions` (1 by default), adds `added` to the
 * message count, and sets the label of a thread without a label. A rename always sets the label.
 */
export function bumpThread(
  build: Database["build"],
  threadId: string,
  by: string,
  at: Date,
  change: { added: number | SQL; label: string; renames?: boolean; versions?: number },
): Statement {
  const label = change.renames
    ? sql`${change.label}`
    : sql`CASE WHEN label = '' THEN ${change.label} ELSE label END`;
  return build.run(sql`UPDATE threads SET version = version + ${change.versions ?? 1}, message_count = message_count + ${change.added},
    label = ${label}, modified_at = ${at.getTime()}, modified_by = ${by} WHERE id = ${threadId}`);
}
