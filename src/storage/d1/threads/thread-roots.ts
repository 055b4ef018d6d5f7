import { sql, type SQL } from "drizzle-orm";
import { isAliveThread } from "../core/access.ts";

/** The active collections in a thread's scope, including its home, as rows with a `root_path`. */
export function threadRootPaths(threadId: string): SQL {
  return sql`SELECT tr.path AS root_path FROM (SELECT t.home_collection_id AS id FROM threads t WHERE t.id = ${threadId} AND ${isAliveThread("t")}
      UNION SELECT ts.target_id FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'collection') named
    JOIN collections tr ON tr.id = named.id AND tr.lifecycle_state = 'active'`;
}
