import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/** Another process is in a transaction of the database. */
export class StoreInUse extends Error {
  override readonly name = "StoreInUse";
}

/** Whether a retry may succeed soon. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof StoreInUse ||
    (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)
  );
}

const FTS_TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'";

/**
 * Rewrites a database, so that free pages, gaps, full-text segments and the write-ahead log hold no deleted
 * bytes. SQLite does it in one transaction: a crash leaves the old file or the new one.
 * @param onDone runs after the rewrite
 * @throws Error if another process writes, or reads an older state
 */
export function cleanFile(file: string, onDone: () => void): void {
  const database = new DatabaseSync(file);
  try {
    for (const { name } of database.prepare(FTS_TABLES).all() as { name: string }[])
      database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('optimize')`);
    database.exec("VACUUM");
    const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    if (busy !== 0) throw new StoreInUse();
  } finally {
    database.close();
  }
  onDone();
}
