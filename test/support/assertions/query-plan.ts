import type { Statement } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../setup/env.ts";

/** SQLite's query plan, one line for each step. */
export async function queryPlanOf(statement: Statement): Promise<string[]> {
  const { sql, params } = queryOf(statement);
  const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return plan.results.map((row) => row.detail);
}

/**
 * Runs a statement.
 * @returns the number of rows read
 */
export async function rowsReadBy(statement: Statement): Promise<number> {
  const { sql, params } = queryOf(statement);
  const { meta } = await testEnv.DB.prepare(sql)
    .bind(...params)
    .run();
  return meta.rows_read;
}

function queryOf(statement: Statement): { sql: string; params: unknown[] } {
  return (statement as unknown as { _prepare(): { getQuery(): { sql: string; params: unknown[] } } })
    ._prepare()
    .getQuery();
}
