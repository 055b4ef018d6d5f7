import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../failure.ts";

/** Things of a state folder that belong to a running process or to one machine. */
const LEFT_OUT = new Set([
  "backup-hold",
  "disk-reserve",
  "last-backup",
  "one-time-links",
  "service.lock",
  "service.lock-journal",
  "service.pid",
  "service.sockets",
  "sockets",
  "v3/cache",
  "v3/ratelimit",
]);
/** SQLite's own files beside a database. A copy of the database contains them. */
const BESIDE_DATABASE = /\.sqlite-(?:wal|shm|journal)$/;

const BLOB = /^v3\/r2\/[^/]+\/blobs\//;

export interface StateFiles {
  /** SQLite databases, relative to the state folder. */
  readonly databases: readonly string[];
  /** The bytes of stored objects. The service writes each file once and never changes it. */
  readonly blobs: readonly string[];
  /** All other files, which are few and small. */
  readonly others: readonly string[];
}

/** The files of a state folder that a backup contains. */
export function stateFiles(stateFolder: string): StateFiles {
  const all = [...filesBelow(stateFolder, "")].filter((path) => !BESIDE_DATABASE.test(path));
  return {
    databases: all.filter((path) => path.endsWith(".sqlite")),
    blobs: all.filter((path) => BLOB.test(path)),
    others: all.filter((path) => !path.endsWith(".sqlite") && !BLOB.test(path)),
  };
}

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of entriesOf(join(root, folder))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.has(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield path;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Size and modification time of a file, or null if it does not exist. */
export function sizeAndTime(path: string): { readonly bytes: number; readonly writtenAt: number } | null {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status === undefined ? null : { bytes: status.size, writtenAt: status.mtimeMs };
}
