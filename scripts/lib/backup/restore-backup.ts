import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Failure } from "../failure.ts";
import { secureDir } from "../secure-dir.ts";
import {
  type BackedUpFile,
  listManifests,
  type Manifest,
  readManifest,
  type StoredManifest,
} from "./manifest.ts";
import { hashFile, PieceStore } from "./piece-store.ts";

export interface RestoreOptions {
  /** The folder of backups. */
  readonly from: string;
  /** The beginning of a backup's name; null for the last one. */
  readonly at: string | null;
  /** Missing or empty. */
  readonly stateFolder: string;
}

/**
 * Restores a backup into an empty state folder. It checks every piece before it writes, and the folder takes
 * its name last.
 * @throws Failure if the folder holds something, or the backup is damaged
 */
export async function restoreBackup({ from, at, stateFolder }: RestoreOptions): Promise<Manifest> {
  if (existsSync(stateFolder) && readdirSync(stateFolder).length > 0)
    throw new Failure(`The folder ${stateFolder} is not empty. Restore into an empty one.`);
  const manifest = readManifest(from, chooseBackup(from, at));
  const pieces = new PieceStore(from);
  const incoming = `${stateFolder}.restoring`;
  rmSync(incoming, { recursive: true, force: true });
  secureDir(incoming);
  for (const file of manifest.files) await restoreFile(pieces, file, incoming);
  rmSync(stateFolder, { recursive: true, force: true });
  renameSync(incoming, stateFolder);
  return manifest;
}

/** @throws Failure if there is no such backup, or more than one */
export function chooseBackup(from: string, at: string | null): StoredManifest {
  const all = listManifests(from);
  const matching = at === null ? all.slice(-1) : all.filter(({ name }) => name.startsWith(at));
  const [chosen, ...others] = matching;
  if (chosen !== undefined && others.length === 0) return chosen;
  const known = all.map(({ name }) => name.slice(0, 24)).join(", ");
  if (chosen === undefined)
    throw new Failure(
      known === "" ? `${from} holds no backup.` : `${from} holds no backup of ${at}. It has: ${known}.`,
    );
  throw new Failure(`${at} names ${matching.length} backups of ${from}. It has: ${known}.`);
}

async function restoreFile(pieces: PieceStore, file: BackedUpFile, folder: string): Promise<void> {
  const path = join(folder, file.path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (const hash of file.pieces) {
    if (!pieces.has(hash)) throw new Failure(`The backup lacks the piece ${hash} of ${file.path}.`);
    const place = pieces.pathOf(hash);
    if ((await hashFile(place)).hash !== hash)
      throw new Failure(`The piece ${place} of ${file.path} is damaged.`);
    await pipeline(createReadStream(place), createWriteStream(path, { flags: "a", mode: 0o600 }));
  }
  if (file.pieces.length === 0) await pipeline([], createWriteStream(path, { mode: 0o600 }));
  if (file.writtenAt !== null) utimesSync(path, file.writtenAt / 1_000, file.writtenAt / 1_000);
}
