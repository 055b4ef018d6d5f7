import { sql, type SQL } from "drizzle-orm";
import type { Database, Statement } from "./database.ts";

/** Moves a thread on: a new version, `added` more messages, and a label where it has none yet, or in any case when it is renamed. */
export function touchThread(
  build: Database["build"],
  threadId: string,
  by: string,
  at: Date,
  change: { added: number | SQL; label: string; renames?: boolean },
): Statement {
  const label = change.renames ? sql`${change.label}` : sql`CASE WHEN label = '' THEN ${change.label} ELSE label END`;
  return build.run(sql`UPDATE threads SET version = version + 1, message_count = message_count + ${change.added},
    label = ${label}, modified_at = ${at.getTime()}, modified_by = ${by} WHERE id = ${threadId}`);
}
