import { sql, type SQL } from "drizzle-orm";
import type { Database, Statement } from "../core/database.ts";

/** Moves a thread on: as many versions as changes (one), `added` more messages, and a label where it has none yet, or in any case when it is renamed. */
export function touchThread(
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
