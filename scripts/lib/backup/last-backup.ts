import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sizeAndTime } from "./state-files.ts";

/** A file whose modification time is the moment of the last backup, wherever that backup lies. */
const NOTE = "last-backup";

export function noteBackup(stateFolder: string, takenAt: Date): void {
  const path = join(stateFolder, NOTE);
  writeFileSync(path, `${takenAt.toISOString()}\n`);
  utimesSync(path, takenAt, takenAt);
}

/** The moment of the last backup; null before the first. */
export function lastBackupAt(stateFolder: string): Date | null {
  const note = sizeAndTime(join(stateFolder, NOTE));
  return note === null ? null : new Date(note.writtenAt);
}
