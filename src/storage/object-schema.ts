/** The part of a Durable Object's SQLite that its schema needs. */
export type ObjectSql = Pick<SqlStorage, "exec">;

export interface ObjectSchema {
  /** One of the tables that `statements` create. If it exists, all exist. */
  readonly table: string;
  readonly statements: readonly string[];
}

/** Creates an object's tables in one transaction, unless they exist. */
export function createTables(sql: ObjectSql, transaction: (change: () => void) => void, { table, statements }: ObjectSchema): void {
  const isCreated = sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table).toArray().length > 0;
  if (isCreated) return;
  transaction(() => {
    for (const statement of statements) sql.exec(statement);
  });
}

/** Statements that take the tables from one version to the next. Never changed once objects have taken them: another step follows. */
export type SchemaStep = readonly string[];

/**
 * Brings an object's tables to what the code expects, whatever they were: the steps not taken yet, all or none. The first step makes the tables
 * as they were before they had a version, with IF NOT EXISTS: older objects have them already.
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
