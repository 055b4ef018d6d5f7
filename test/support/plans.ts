import type { Statement } from "../../src/storage/d1/core/database.ts";
import { testEnv } from "./env.ts";

/** How SQLite would run a statement, a line each step. */
export async function planOf(statement: Statement): Promise<string[]> {
  const { sql, params } = (statement as unknown as { _prepare(): { getQuery(): { sql: string; params: unknown[] } } })
    ._prepare()
    .getQuery();
  const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return plan.results.map((row) => row.detail);
}
