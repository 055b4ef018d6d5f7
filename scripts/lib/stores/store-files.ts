import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface StoreFile {
  readonly path: string;
  /** Bytes of the database and its write-ahead log. */
  readonly bytes: number;
  /** Last modification of either file, in milliseconds. */
  readonly writtenAt: number;
}

/** The databases below a folder, of D1 and of Durable Objects. */
export function storeFiles(folder: string): StoreFile[] {
  const names = listed(folder).filter((name) => name.endsWith(".sqlite"));
  return names.flatMap((name) => findStoreFile(join(folder, name)) ?? []);
}

/** @returns null if the file is gone: objects come and go */
export function findStoreFile(path: string): StoreFile | null {
  const [file, log] = [statOf(path), statOf(`${path}-wal`)];
  if (file === null) return null;
  return { path, bytes: file.size + (log?.size ?? 0), writtenAt: Math.max(file.mtimeMs, log?.mtimeMs ?? 0) };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

function statOf(path: string): { readonly size: number; readonly mtimeMs: number } | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
