/** The part of a Durable Object's SQLite that its schema needs. */
export type ObjectSql = Pick<SqlStorage, "exec">;

/** Statements that upgrade the tables by one version. Never change a released step; add another. */
export type SchemaStep = readonly string[];

/**
 * Upgrades an object's tables to the current schema: all missing steps or none. The first step creates the
 * tables as they were before versions, with IF NOT EXISTS, because older objects already have them.
 */
export function takeSchemaSteps(sql: ObjectSql, transaction: (change: () => void) => void, steps: readonly SchemaStep[]): void {
  sql.exec("CREATE TABLE IF NOT EXISTS schema_version (only INTEGER PRIMARY KEY CHECK (only = 1), steps INTEGER NOT NULL) STRICT");
  const taken = sql.exec<{ steps: number }>("SELECT steps FROM schema_version").toArray()[0]?.steps ?? 0;
  if (taken >= steps.length) return;
  transaction(() => {
    for (const statement of steps.slice(taken).flat()) sql.exec(statement);
    sql.exec(
      "INSERT INTO schema_version (only, steps) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET steps = excluded.steps",
      steps.length,
    );
  });
}
