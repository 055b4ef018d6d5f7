import { type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import type { OutboxEntry } from "./outbox.ts";

/** Value of `purge_at` once the purge has started. The record is not restorable afterwards. */
export const PURGING = 0;

interface Kind {
  readonly table: "assets" | "threads";
  readonly job: "purge_asset" | "purge_thread";
}

export const PURGED: Readonly<Record<"asset" | "thread", Kind>> = {
  asset: { table: "assets", job: "purge_asset" },
  thread: { table: "threads", job: "purge_thread" },
};

/**
 * Starts the purge of deleted records whose retention has ended, longest waiting first, with one job per
 * record in the same batch.
 */
export function beginExpired(
  db: Database,
  kind: "asset" | "thread",
  now: Date,
  limit: number,
): readonly Statement[] {
  const { table } = PURGED[kind];
  const expired = sql`SELECT ex.id FROM ${sql.raw(table)} ex WHERE ex.purge_at > ${PURGING} AND ex.purge_at <= ${now.getTime()}
    AND +ex.lifecycle_state = 'deleted' ORDER BY ex.purge_at LIMIT ${limit}`;
  return beginPurge(db, kind, expired, now).statements;
}

/**
 * Marks the deleted records that `ids` yields as purging, and enqueues their purge jobs.
 * @returns `statements`, and `ordered`, a query for the first jobs
 */
export function beginPurge({ build }: Database, kind: "asset" | "thread", ids: SQL, dueAt: Date) {
  const { table, job } = PURGED[kind];
  const series = newIdBlock("event");
  return {
    statements: [
      build.run(sql`INSERT INTO outbox (id, kind, target_id, due_at)
      SELECT ${idOfRow("event", sql`n`, series)}, ${job}, id, ${dueAt.getTime()} FROM (SELECT going.id, row_number() OVER () AS n FROM (${ids}) going)`),
      build.run(sql`UPDATE ${sql.raw(table)} SET purge_at = ${PURGING}
      WHERE id IN (SELECT po.target_id FROM outbox po WHERE ${isInIdBlock(sql`po.id`, series)})`),
    ] as readonly Statement[],
    ordered: (limit: number) =>
      build.all<OutboxEntry>(
        sql`SELECT id, kind, target_id AS "targetId" FROM outbox WHERE ${isInIdBlock(sql`id`, series)} ORDER BY id LIMIT ${limit}`,
      ),
  };
}

/** A table, and its column that names a record. */
export interface RecordRows {
  readonly table: string;
  readonly column: string;
}

/** Deletes up to `limit` rows per table that name the record. */
export function deleteSome(
  { build }: Database,
  rows: readonly RecordRows[],
  id: string,
  limit: number,
): Statement[] {
  return rows.map(({ table, column }) => {
    const [name, names] = [sql.identifier(table), sql`going.${sql.identifier(column)} = ${id}`];
    return build.run(
      sql`DELETE FROM ${name} WHERE rowid IN (SELECT going.rowid FROM ${name} going WHERE ${names} LIMIT ${limit})`,
    );
  });
}

/**
 * Number of rows that name the record, up to `limit` per table.
 * @param unless while such rows exist, the result is 0
 */
export function countSome(
  { build }: Database,
  rows: readonly RecordRows[],
  id: string,
  limit: number,
  unless: RecordRows | null = null,
) {
  const counts = rows.map(
    ({ table, column }) =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.identifier(table)} going WHERE going.${sql.identifier(column)} = ${id} LIMIT ${limit}))`,
  );
  const count = sql.join(counts, sql` + `);
  if (unless === null) return build.all<{ readonly count: number }>(sql`SELECT ${count} AS count`);
  const first = sql`SELECT 1 FROM ${sql.identifier(unless.table)} first WHERE first.${sql.identifier(unless.column)} = ${id}`;
  return build.all<{ readonly count: number }>(
    sql`SELECT CASE WHEN EXISTS (${first}) THEN 0 ELSE ${count} END AS count`,
  );
}
