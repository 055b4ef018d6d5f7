/** The part of a Durable Object's SQLite API that the schema uses. */
export type ObjectSql = Pick<SqlStorage, "exec">;

export interface ObjectSchema {
  /** Name of one table that `statements` create. If this table exists, all of them exist. */
  readonly table: string;
  readonly statements: readonly string[];
}

/** Creates a Durable Object's tables in one transaction, unless they exist. */
export function createTables(
  sql: ObjectSql,
  transaction: (change: () => void) => void,
  { table, statements }: ObjectSchema,
): void {
  const isCreated =
    sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table).toArray().length > 0;
  if (isCreated) return;
  transaction(() => {
    for (const statement of statements) sql.exec(statement);
  });
}
