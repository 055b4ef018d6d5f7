import { DatabaseSync, type SQLInputValue } from "node:sqlite";

export interface MemorySql {
  /** The same signature as in a Durable Object. */
  readonly exec: (query: string, ...values: (SQLInputValue | ArrayBuffer)[]) => object;
  /** Writes everything or nothing. */
  readonly transaction: <T>(change: () => T) => T;
}

/**
 * The SQL interface of a Durable Object under Node, in memory, without an object. @param file stores it in
 * place of memory
 */
export function openMemorySql(file = ":memory:"): MemorySql {
  const database = new DatabaseSync(file);
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const exec = (query: string, ...values: (SQLInputValue | ArrayBuffer)[]) => {
    const statement = statements.get(query) ?? database.prepare(query);
    statements.set(query, statement);
    const rows = statement
      .all(...values.map((value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value)))
      .map(withBuffers);
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() };
  };
  const transaction = <T>(change: () => T): T => {
    database.exec("BEGIN");
    try {
      const result = change();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  return { exec, transaction };
}

/** A Durable Object returns bytes as ArrayBuffer. */
function withBuffers(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array) row[name] = Uint8Array.from(value).buffer;
  return row;
}
