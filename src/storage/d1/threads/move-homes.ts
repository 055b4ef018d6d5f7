import { sql, type SQL } from "drizzle-orm";
import { isAliveThread, isWithin, listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";

/**
 * Makes another collection the home of threads. The scope of each thread then contains the new home in place
 * of the old one. Threads stop watching assets that have left their scope. Requires that no link row connects
 * the threads with the new home.
 */
export function moveHomes({ build }: Database, threadIds: readonly string[], homeId: string): Statement[] {
  const threads = listOf(threadIds);
  return [
    build.run(
      sql`UPDATE threads SET home_collection_id = ${homeId} WHERE id IN (SELECT value FROM ${threads})`,
    ),
    build.run(sql`DELETE FROM thread_scope WHERE kind = 'collection' AND target_id = ${homeId}
      AND thread_id IN (SELECT value FROM ${threads})`),
    build.run(
      sql`DELETE FROM asset_watchers WHERE thread_id IN (SELECT value FROM ${threads}) AND NOT ${isInScope()}`,
    ),
  ];
}

/** Whether exactly `count` of the active threads have this home. */
export function haveHome(threadIds: readonly string[], homeId: string, count: number): SQL {
  return sql`(SELECT count(*) FROM ${listOf(threadIds)} named CROSS JOIN threads ht ON ht.id = named.value
    AND ht.home_collection_id = ${homeId} AND ${isAliveThread("ht")}) = ${count}`;
}

/** Whether the scope of the thread of an `asset_watchers` row contains the asset of the row. */
function isInScope(): SQL {
  const roots = sql`SELECT st.home_collection_id FROM threads st WHERE st.id = asset_watchers.thread_id
    UNION ALL SELECT sc.target_id FROM thread_scope sc WHERE sc.thread_id = asset_watchers.thread_id AND sc.kind = 'collection'`;
  return sql`(EXISTS (SELECT 1 FROM thread_scope sa WHERE sa.thread_id = asset_watchers.thread_id AND sa.kind = 'asset'
      AND sa.target_id = asset_watchers.asset_id)
    OR EXISTS (SELECT 1 FROM asset_collections hold CROSS JOIN collections hc ON hc.id = hold.collection_id AND hc.lifecycle_state = 'active'
      CROSS JOIN collections root ON root.id IN (${roots}) AND root.lifecycle_state = 'active'
      WHERE hold.asset_id = asset_watchers.asset_id AND ${isWithin(sql`hc.path`, sql`root.path`)}))`;
}
