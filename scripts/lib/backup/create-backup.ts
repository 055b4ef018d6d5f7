import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../failure.ts";
import { PROJECT_VERSION } from "../project.ts";
import { secureDir } from "../secure-dir.ts";
import { blobsNamedBy, readBucketObjects } from "../stores/bucket-objects.ts";
import { hasTable } from "../stores/has-table.ts";
import { isStateFolderInUse, lockStateFolder } from "../state-lock.ts";
import {
  type BackedUpFile,
  listManifests,
  type Manifest,
  readManifest,
  type StoredManifest,
  writeManifest,
} from "./manifest.ts";
import { PieceStore } from "./piece-store.ts";
import { noteBackup } from "./last-backup.ts";
import { pruneBackups } from "./prune-backups.ts";
import { requireApart } from "./require-apart.ts";
import { Snapshots, WrittenMeanwhile } from "./snapshots.ts";
import { takeMoment } from "./take-moment.ts";
import { sizeAndTime, stateFiles } from "./state-files.ts";

/** A busy service may take longer than a pause lasts, or write a database that was not open. */
const ATTEMPTS = 20;
/** D1's database comes first: it decides what the other stores mean. */
const D1_FOLDER = "v3/d1/";
const BUCKETS_FOLDER = "v3/r2/";

export interface BackupOptions {
  readonly stateFolder: string;
  /** The folder of backups. */
  readonly to: string;
  /** Number of backups that remain; the older ones go. */
  readonly keep: number;
  /** Whether this process holds the state folder, and no runtime has begun. */
  readonly isHeld?: boolean;
}

export interface BackupReport {
  readonly stored: StoredManifest;
  readonly files: number;
  readonly bytes: number;
  /** Bytes that no earlier backup of the folder had. */
  readonly newBytes: number;
  /** Time from the request of the pause until the service went on, in milliseconds. */
  readonly pausedMs: number;
}

/**
 * Backs up a state folder, also while the service runs. The backup shows one moment: what a power failure at
 * that moment would have left. The service pauses for some milliseconds while this process begins read
 * transactions in all databases.
 * @throws Failure
 */
export async function createBackup({
  stateFolder,
  to,
  keep,
  isHeld = false,
}: BackupOptions): Promise<BackupReport> {
  requireApart(stateFolder, to);
  const isStopped = isHeld || !isStateFolderInUse(stateFolder);
  // Nobody starts the service meanwhile.
  if (isStopped && !isHeld) lockStateFolder(stateFolder);
  using lock = lockBackups(to);
  void lock;
  const pieces = new PieceStore(to);
  pieces.begin();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const snapshots = new Snapshots(stateFolder);
    try {
      const moment = await takeMoment(stateFolder, snapshots, isStopped);
      if (moment === null) continue;
      const report = await store(stateFolder, { to, pieces, snapshots, takenAt: moment.takenAt });
      pruneBackups(to, pieces, keep);
      noteBackup(stateFolder, moment.takenAt);
      return { ...report, pausedMs: moment.pausedMs };
    } catch (error) {
      if (!(error instanceof WrittenMeanwhile)) throw error;
    } finally {
      snapshots.release();
    }
  }
  throw new Failure("The service is too busy for a backup. Try again later.");
}

interface Storing {
  readonly to: string;
  readonly pieces: PieceStore;
  readonly snapshots: Snapshots;
  readonly takenAt: Date;
}

async function store(
  stateFolder: string,
  { to, pieces, snapshots, takenAt }: Storing,
): Promise<Omit<BackupReport, "pausedMs">> {
  const files: BackedUpFile[] = [];
  let newBytes = 0;
  let migration: string | null = null;
  const namedBlobs = new Set<string>();
  const addPieces = async (path: string, from: string): Promise<void> => {
    const added = await pieces.addInPieces(from);
    newBytes += added.newBytes;
    files.push({ path, bytes: sizeAndTime(from)?.bytes ?? 0, pieces: added.pieces, writtenAt: null });
  };
  for (const path of d1First(snapshots.databases())) {
    const copy = pieces.incomingPath();
    await snapshots.copy(path, copy);
    if (path.startsWith(D1_FOLDER)) migration ??= lastMigration(copy);
    if (path.startsWith(BUCKETS_FOLDER)) for (const blobId of blobsIn(copy)) namedBlobs.add(blobId);
    await addPieces(path, copy);
    rmSync(copy);
  }
  for (const path of stateFiles(stateFolder).others) await addPieces(path, join(stateFolder, path));
  const known = knownBlobs(to);
  // The runtime may still write a blob that no bucket named at the moment.
  for (const path of snapshots.blobs().filter((blob) => namedBlobs.has(basename(blob)))) {
    const from = snapshots.pathOf(path);
    const { bytes, writtenAt } = sizeAndTime(from) ?? { bytes: 0, writtenAt: 0 };
    const before = known.get(path);
    if (
      before?.bytes === bytes &&
      before.writtenAt === writtenAt &&
      before.pieces.every((hash) => pieces.has(hash))
    ) {
      files.push(before);
      continue;
    }
    const added = await pieces.addWhole(from);
    newBytes += added.newBytes;
    files.push({ path, bytes, pieces: [added.hash], writtenAt });
  }
  const version = PROJECT_VERSION;
  const written: Manifest = { format: 1, version, migration, takenAt: takenAt.toISOString(), files };
  await requireWhole(pieces, files, known);
  const stored = writeManifest(to, written);
  return { stored, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), newBytes };
}

/** Reads again what this backup has written. @throws Failure if the disk returns other bytes */
async function requireWhole(
  pieces: PieceStore,
  files: readonly BackedUpFile[],
  known: ReadonlyMap<string, BackedUpFile>,
): Promise<void> {
  const hashes = new Set(
    files.filter((file) => known.get(file.path) !== file).flatMap((file) => file.pieces),
  );
  for (const hash of hashes)
    if (!(await pieces.isWhole(hash)))
      throw new Failure(`The disk does not return the piece ${hash} as written. No backup was made.`);
}

/** The blobs of the last backup by path. A damaged list counts as none. */
function knownBlobs(to: string): Map<string, BackedUpFile> {
  const last = listManifests(to).at(-1);
  try {
    const files = last === undefined ? [] : readManifest(to, last).files;
    return new Map(files.filter(({ writtenAt }) => writtenAt !== null).map((file) => [file.path, file]));
  } catch (error) {
    if (error instanceof Failure) return new Map();
    throw error;
  }
}

function d1First(databases: readonly string[]): string[] {
  return databases.toSorted(
    (a, b) => Number(b.startsWith(D1_FOLDER)) - Number(a.startsWith(D1_FOLDER)) || a.localeCompare(b),
  );
}

/** Name of the last migration in a copy of D1's database; null for another database. */
function lastMigration(copy: string): string | null {
  using database = new DatabaseSync(copy, { readOnly: true });
  if (!hasTable(database, "d1_migrations")) return null;
  const row = database.prepare("SELECT max(name) AS name FROM d1_migrations").get();
  return typeof row?.["name"] === "string" ? row["name"] : null;
}

/** Ids of the blobs that a copy of a bucket's database names. */
function blobsIn(copy: string): string[] {
  using database = new DatabaseSync(copy, { readOnly: true });
  return blobsNamedBy(readBucketObjects(database));
}

/** Two backups at once would delete each other's pieces. @throws Failure if another one runs */
function lockBackups(to: string): Disposable {
  secureDir(to);
  const database = new DatabaseSync(join(to, "backup.lock"));
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch {
    database.close();
    throw new Failure(`Another backup to ${to} is in progress.`);
  }
  return { [Symbol.dispose]: () => database.close() };
}
