import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/**
 * The path of a service's D1 file.
 * @param stateFolder the service's
 */
export function d1File(stateFolder: string): string {
  const folder = join(stateFolder, "v3", "d1", "miniflare-D1DatabaseObject");
  const name = readdirSync(folder).find((candidate) => /^[0-9a-f]{64}\.sqlite$/.test(candidate));
  return join(folder, name ?? "");
}

/**
 * The number that a query selects from the database of a stopped service.
 * @param stateFolder the service's
 */
export function countInDatabase(stateFolder: string, query: string): number {
  const database = new DatabaseSync(d1File(stateFolder), { readOnly: true });
  try {
    return Number(Object.values(database.prepare(query).get() ?? {})[0]);
  } finally {
    database.close();
  }
}

export type Row = Record<string, SQLInputValue>;

/**
 * Changes the database of a stopped service in one transaction. Triggers run as for the service's own writes.
 * @param stateFolder the service's
 */
export function editDatabase(stateFolder: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(d1File(stateFolder));
  try {
    database.exec("BEGIN");
    change(database);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

/**
 * Prepares an insert of rows with the same columns as this one. SQLite compiles the triggers of a table with each
 * statement, which takes longer than the insert itself.
 */
export function prepareInsert(database: DatabaseSync, table: string, like: Row): (row: Row) => void {
  const names = Object.keys(like);
  const marks = names.map(() => "?").join(", ");
  const columns = names.map((name) => `"${name}"`).join(", ");
  const statement = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${marks})`);
  return (row) => void statement.run(...names.map((name) => row[name] ?? null));
}
