import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { listOf } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { idOfRow, isOfSeries, newSeries } from "../core/id-series.ts";
import type { OutboxEntry } from "../service/outbox.ts";

const TELLING: readonly (readonly [table: string, column: string])[] = [
  ["citations", "asset_id"],
  ["thread_scope", "target_id"],
  ["answer_scope", "target_id"],
  ["asset_watchers", "asset_id"],
];

/** The threads whose rooms may tell of an asset, by id, those after `after`. */
export function listTellingThreads({ build }: Database, assetId: string, after: string, limit: number) {
  const telling = TELLING.map(
    ([table, column]) => sql`SELECT thread_id AS id FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${assetId}`,
  );
  return build.all<{
    readonly threadId: Id<"thread">;
  }>(sql`SELECT telling.id AS "threadId" FROM (${sql.join(telling, sql` UNION `)}) telling
    WHERE telling.id > ${after} ORDER BY telling.id LIMIT ${limit}`);
}

/** Orders that people of threads that tell of these assets read them again; nothing for an asset of which none does. @param change the operation */
export function orderReadAgain({ build }: Database, assetIds: readonly string[], change: Id<"op">, at: Date) {
  const series = newSeries("event");
  const isTold: SQL = sql.join(
    TELLING.map(([table, column]) => sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = named.value)`),
    sql` OR `,
  );
  return {
    statement: build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
      SELECT ${idOfRow("event", sql`named.key`, series)}, 'read_again', named.value || '/' || ${change}, ${at.getTime()}
      FROM ${listOf(assetIds)} named WHERE ${isTold}`),
    ordered: build.all<OutboxEntry>(
      sql`SELECT id, kind, target_id AS "targetId" FROM outbox WHERE ${isOfSeries(sql`id`, series)} ORDER BY id`,
    ),
  };
}
