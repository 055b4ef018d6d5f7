import { testEnv } from "./env.ts";

/** One statement in D1, past all verbs. */
export async function runSql(query: string, ...values: readonly (string | number | null)[]): Promise<D1Result> {
  return await testEnv.DB.prepare(query)
    .bind(...values)
    .run();
}
