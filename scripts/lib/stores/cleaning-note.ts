import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Times of the clean-up of a state folder, in milliseconds since 1970. A file keeps them across restarts. */
export interface CleaningNote {
  /** Time of the last request by a permanent deletion. */
  readonly requestedAt: number;
  /** Start of the last complete clean-up. */
  readonly cleanedAt: number;
}

const NEVER: CleaningNote = { requestedAt: 1, cleanedAt: 0 };

/** @returns `NEVER`, which requests a clean-up, if the folder has no readable note */
export function readNote(stateFolder: string): CleaningNote {
  try {
    const { requestedAt, cleanedAt } = JSON.parse(
      readFileSync(placeOf(stateFolder), "utf8"),
    ) as Partial<CleaningNote>;
    return { requestedAt: Number(requestedAt), cleanedAt: Number(cleanedAt) };
  } catch {
    return NEVER;
  }
}

export function writeNote(stateFolder: string, note: CleaningNote): void {
  const place = placeOf(stateFolder);
  writeFileSync(`${place}.new`, JSON.stringify(note));
  renameSync(`${place}.new`, place);
}

function placeOf(stateFolder: string): string {
  return join(stateFolder, "stores-cleaned.json");
}
