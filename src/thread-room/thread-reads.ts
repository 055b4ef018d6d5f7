import { sql } from "drizzle-orm";
import type { Database } from "../storage/d1/database.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";

/** The thread as one of its viewers may see it, read in a batch of the room's. */
export function threadReads(db: Database, viewerId: string, threadId: string) {
  return threadView(db, sql`${viewerId}`, threadId);
}

/** The thread's rows, when they were among what a batch read. */
export function threadRowsOf(rows: Record<string, unknown>): ThreadRows | null {
  const { thread, messages, citations, scope, assets, collections, links, mentions } = rows as ThreadRows;
  return thread === undefined ? null : { thread, messages, citations, scope, assets, collections, links, mentions };
}
