import { sql, type SQL } from "drizzle-orm";
import { stateAfter } from "../../../domain/asset-lifecycle.ts";
import type { ScopeTargets } from "../../../domain/thread-scope.ts";
import { isWithin, listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { watchStatement } from "./watchers.ts";

/**
 * Pipelines that the request starts immediately after a change, at most. The cron run starts the remaining
 * pipelines.
 */
const STARTS_AT_ONCE = 50;

interface Joining {
  readonly threadId: string;
  /** Targets that join the scope. */
  readonly attached: ScopeTargets;
  readonly by: string;
  readonly at: Date;
}

/**
 * Starts processing waiting assets that join a thread's scope, by name or through a collection. The thread
 * then watches all its unfinished assets. The number of statements is fixed.
 * @returns `starts` returns the jobs to run immediately
 */
export function startDeferredAssets(db: Database, { threadId, attached, by, at }: Joining) {
  const { build } = db;
  const series = newIdBlock("event");
  const ordered = build.run(sql`INSERT INTO outbox (id, kind, target_id, attempts, due_at)
    SELECT ${idOfRow("event", sql`n`, series)}, 'process_asset', id, 0, ${at.getTime()}
    FROM (SELECT id, row_number() OVER () AS n FROM (${assetsAmong(attached, sql`'uploaded'`)}))`);
  const watched = watchStatement(db, threadId, assetsAmong(attached, UNFINISHED));
  const started =
    build.run(sql`UPDATE assets SET lifecycle_state = ${stateAfter("uploaded", "start")}, run = run + 1, version = version + 1,
      lifecycles_completed = json_insert(lifecycles_completed, '$[#]', 'uploaded'), modified_at = ${at.getTime()}, modified_by = ${by}
    WHERE id IN (SELECT so.target_id FROM outbox so WHERE ${isInIdBlock(sql`so.id`, series)})`);
  return {
    statements: [ordered, watched, started] satisfies Statement[],
    starts: build.all<OutboxEntry>(sql`SELECT id, kind, target_id AS "targetId" FROM outbox
      WHERE ${isInIdBlock(sql`id`, series)} ORDER BY id LIMIT ${STARTS_AT_ONCE}`),
  };
}

/**
 * Starts processing unprocessed documents of an answer's scope, in the batch that stores the answer. Returns
 * no statement if no document waits.
 */
export function startForAnswer(
  db: Database,
  { threadId, askerId }: { readonly threadId: string; readonly askerId: string },
  { waitingAssetIds: assetIds }: { readonly waitingAssetIds: readonly string[] },
  at: Date,
) {
  if (assetIds.length === 0) return { statements: [], reads: {} };
  const { statements, starts } = startDeferredAssets(db, {
    threadId,
    attached: { collectionIds: [], assetIds },
    by: askerId,
    at,
  });
  return { statements, reads: { starts } };
}

/** The jobs that the query in `reads` of `startForAnswer` returned. */
export function startsOf(rows: object): readonly OutboxEntry[] {
  return "starts" in rows ? (rows.starts as readonly OutboxEntry[]) : [];
}

/** The states that precede `ready` or `failed`. */
export const UNFINISHED = sql.raw(`'uploading', 'uploaded', 'processing'`);

/**
 * Assets in these states that are named or in the subtree of a named collection, each once, as rows with an
 * `id`. CROSS JOIN and the plus sign prevent the planner from reading all assets in that state.
 */
export function assetsAmong({ collectionIds, assetIds }: ScopeTargets, states: SQL): SQL {
  return sql`SELECT na.id AS id FROM ${listOf(assetIds)} named CROSS JOIN assets na ON na.id = named.value
      WHERE +na.lifecycle_state IN (${states})
    UNION SELECT ba.id FROM ${listOf(collectionIds)} named CROSS JOIN collections top ON top.id = named.value
      CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'
      CROSS JOIN asset_collections held ON held.collection_id = below.id
      CROSS JOIN assets ba ON ba.id = held.asset_id WHERE +ba.lifecycle_state IN (${states})`;
}
