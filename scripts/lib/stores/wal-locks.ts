import { readFileSync, statSync } from "node:fs";

/**
 * SQLite's locks of a write-ahead log, as bytes of the `-shm` file:
 * https://sqlite.org/walformat.html#the_wal_index_file_format
 */
const FIRST = 120;
const LAST = 127;
const LINE = /^\d+: +\S+ +\S+ +\S+ +(\d+) +\S+:(\d+) (\d+) (\d+|EOF)$/;

/** Whether this system reports lock owners. Linux does. */
export function canReadWalLocks(): boolean {
  return locks() !== null;
}

/** Whether another process is in a transaction of the database. */
export function isInTransaction(file: string): boolean {
  const inode = inodeOf(`${file}-shm`);
  if (inode === null) return false;
  return (locks() ?? "").split("\n").some((line) => {
    const [, pid, ino, from, to] = LINE.exec(line) ?? [];
    return (
      ino === inode &&
      pid !== String(process.pid) &&
      Number(from) <= LAST &&
      (to === "EOF" || Number(to) >= FIRST)
    );
  });
}

function locks(): string | null {
  try {
    return readFileSync("/proc/locks", "utf8");
  } catch {
    return null;
  }
}

function inodeOf(file: string): string | null {
  try {
    return String(statSync(file).ino);
  } catch {
    return null;
  }
}
