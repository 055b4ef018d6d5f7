import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const DATABASE_FILE = /^[0-9a-f]{64}\.sqlite$/;

/**
 * The database files of a kind in a service's state folder. @param kind e.g.
 * `do/knowledge-workspace-ThreadRoom`
 */
export function databaseFiles(stateFolder: string, kind: string): string[] {
  const folder = join(stateFolder, "v3", kind);
  return readdirSync(folder)
    .filter((name) => DATABASE_FILE.test(name))
    .map((name) => join(folder, name));
}

/** Changes a stopped service's database in one transaction. */
export function editState<T>(file: string, change: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    database.exec("BEGIN");
    const changed = change(database);
    database.exec("COMMIT");
    return changed;
  } finally {
    database.close();
  }
}
