import { testEnv } from "../setup/env.ts";

/** Runs one D1 statement, bypassing the services. */
export async function runSql(
  query: string,
  ...values: readonly (string | number | null)[]
): Promise<D1Result> {
  return await testEnv.DB.prepare(query)
    .bind(...values)
    .run();
}
