import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure, firstLine } from "./failure.ts";
import { secureDir } from "./secure-dir.ts";

const SQLITE_BUSY = 5;

/** Keeps a reference: a collected database closes and loses its lock. */
const held: DatabaseSync[] = [];

/**
 * Locks a state folder for this process and creates it if needed. The lock is SQLite's file lock. The system
 * drops it with the process, so it never becomes stale. The pid beside it serves the message only.
 * @throws Failure if another process holds the folder, or it is not writable
 */
export function lockStateFolder(stateFolder: string): void {
  const pidFile = join(stateFolder, "service.pid");
  let lock: DatabaseSync | undefined;
  try {
    secureDir(stateFolder);
    lock = new DatabaseSync(join(stateFolder, "service.lock"));
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    if (error instanceof Failure) throw error;
    if (isBusy(error))
      throw new Failure(
        `The state folder ${stateFolder} is in use${holder(pidFile)}. Stop that, or give another folder with --persist-to.`,
      );
    throw new Failure(`Cannot write the state folder ${stateFolder}: ${firstLine(error)}`);
  }
  held.push(lock);
}

/** Whether another process holds a state folder. @throws Failure if the folder is no state folder */
export function isStateFolderInUse(stateFolder: string): boolean {
  const file = join(stateFolder, "service.lock");
  if (!existsSync(join(stateFolder, "v3")))
    throw new Failure(`${stateFolder} is no state folder of the service.`);
  // A restored folder has no lock before its first start.
  if (!existsSync(file)) return false;
  using lock = new DatabaseSync(file);
  try {
    lock.exec("BEGIN EXCLUSIVE; ROLLBACK");
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function holder(pidFile: string): string {
  try {
    return ` by process ${readFileSync(pidFile, "utf8").trim()}`;
  } catch {
    return " by another process";
  }
}
