import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { listOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { PURGING } from "../service/purges.ts";

/** Jobs that the request runs after a change, at most. The cron run takes the remaining jobs. */
const RUN_SOON = 100;

const SHOWING: readonly (readonly [table: string, column: string])[] = [
  ["citations", "asset_id"],
  ["thread_scope", "target_id"],
  ["answer_scope", "target_id"],
  ["asset_watchers", "asset_id"],
];

/** The threads whose rooms may show an asset or a collection, ordered by id, starting after `after`. */
export function selectThreadsReferencing(
  { build }: Database,
  targetId: string,
  after: string,
  limit: number,
) {
  const showing = SHOWING.map(
    ([table, column]) =>
      sql`SELECT thread_id AS id FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${targetId}`,
  );
  return build.all<{
    readonly threadId: Id<"thread">;
  }>(sql`SELECT showing.id AS "threadId" FROM (${sql.join(showing, sql` UNION `)}) showing
    WHERE showing.id > ${after} ORDER BY showing.id LIMIT ${limit}`);
}

/**
 * Enqueues resyncs for threads that show these assets.
 * @param change id of the operation
 */
export function enqueueResync(db: Database, assetIds: readonly string[], change: Id<"op">, at: Date) {
  return orderFor(db, sql`SELECT value AS id FROM ${listOf(assetIds)}`, change, at);
}

/**
 * Like `enqueueResync`, for assets whose purge has started. Place it after the statements that start the
 * purge.
 */
export function enqueueResyncOfPurged(db: Database, assetIds: readonly string[], change: Id<"op">, at: Date) {
  const taken = sql`SELECT ta.id AS id FROM ${listOf(assetIds)} named CROSS JOIN assets ta ON ta.id = named.value WHERE ta.purge_at = ${PURGING}`;
  return orderFor(db, taken, change, at);
}

/**
 * Like `enqueueResync`, for the collections of a deletion. Place it after the statements that start the
 * deletion.
 */
export function enqueueResyncOfDeletion(db: Database, deletionId: Id<"op">, at: Date) {
  const going = sql`SELECT di.target_id AS id FROM deletion_items di WHERE di.deletion_id = ${deletionId} AND di.kind = 'collection'`;
  return orderFor(db, going, deletionId, at);
}

function orderFor({ build }: Database, ids: SQL, change: Id<"op">, at: Date) {
  const series = newIdBlock("event");
  const isShown: SQL = sql.join(
    SHOWING.map(
      ([table, column]) =>
        sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = named.id)`,
    ),
    sql` OR `,
  );
  return {
    statement: build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
      SELECT ${idOfRow("event", sql`ordered.n`, series)}, 'read_again', ordered.id || '/' || ${change}, ${at.getTime()}
      FROM (SELECT named.id, row_number() OVER () AS n FROM (${ids}) named WHERE ${isShown}) ordered`),
    ordered: build.all<OutboxEntry>(
      sql`SELECT id, kind, target_id AS "targetId" FROM outbox WHERE ${isInIdBlock(sql`id`, series)} ORDER BY id LIMIT ${RUN_SOON}`,
    ),
  };
}
