import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../failure.ts";

const HOLDS = "backup-hold";

/** The folder for this process's second names of blobs. */
export function holdFolder(stateFolder: string): string {
  return join(stateFolder, HOLDS, String(process.pid));
}

/** Deletes the second names of processes that ended, because they keep deleted blobs on the disk. */
export function dropDeadHolds(stateFolder: string): void {
  const holds = join(stateFolder, HOLDS);
  for (const name of namesIn(holds))
    if (!isAlive(Number(name))) rmSync(join(holds, name), { recursive: true, force: true });
  try {
    rmdirSync(holds);
  } catch {
    // Another process uses it, or it does not exist.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
