import type { DatabaseSync } from "node:sqlite";
import { basename } from "node:path";
import { Failure, firstLine } from "../failure.ts";
import { isStateFolderInUse, lockStateFolder } from "../state-lock.ts";
import { Snapshots, WrittenMeanwhile } from "../backup/snapshots.ts";
import { takeMoment } from "../backup/take-moment.ts";
import { type BucketObjects, blobsNamedBy, readBucketObjects } from "../stores/bucket-objects.ts";
import { hasTable } from "../stores/has-table.ts";
import { checkObjects } from "./check-objects.ts";
import type { Finding } from "./finding.ts";
import { type IndexedAsset, type NamedObjects, readNamedObjects } from "./named-objects.ts";

const ATTEMPTS = 20;
const INDEX_FOLDER = /^v3\/do\/[^/]+-KnowledgeIndex\//;
const IS_METADATA = /\/metadata\.sqlite$/;

export interface CheckReport {
  /** Whether no service ran. This process holds the folder until it ends. */
  readonly isStopped: boolean;
  readonly databases: number;
  readonly objects: number;
  readonly findings: readonly Finding[];
  /** Organizations whose index lacks documents. */
  readonly incompleteOrganizations: readonly string[];
}

/** What one moment of the stores says. */
interface Stores {
  readonly findings: Finding[];
  named: NamedObjects | null;
  objects: BucketObjects | null;
  /** `asset/version` of each document in an index. */
  readonly indexed: Set<string>;
}

/**
 * Checks a state folder, also while the service runs: the integrity of each SQLite file, the existence and
 * hash of each stored object, the objects that records name, and the documents of each index. It changes
 * nothing.
 * @throws Failure
 */
export async function checkState(stateFolder: string): Promise<CheckReport> {
  const isStopped = !isStateFolderInUse(stateFolder);
  if (isStopped) lockStateFolder(stateFolder);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const snapshots = new Snapshots(stateFolder);
    try {
      if ((await takeMoment(stateFolder, snapshots, isStopped)) === null) continue;
      return { isStopped, ...(await check(snapshots)) };
    } catch (error) {
      if (!(error instanceof WrittenMeanwhile)) throw error;
    } finally {
      snapshots.release();
    }
  }
  throw new Failure("The service is too busy for a check. Try again later.");
}

async function check(snapshots: Snapshots): Promise<Omit<CheckReport, "isStopped">> {
  const stores: Stores = { findings: [], named: null, objects: null, indexed: new Set() };
  const databases = snapshots.databases();
  for (const path of databases)
    await snapshots.use(path, (database) => {
      const detail = damageOf(database);
      if (detail !== null) return void stores.findings.push({ kind: "damaged", what: path, detail });
      if (!IS_METADATA.test(path)) read(path, database, stores);
    });
  const blobs = new Map(snapshots.blobs().map((path) => [basename(path), path]));
  const bucket = stores.objects ?? { objects: [], blobsInProgress: [] };
  const pathOf = (blobId: string): string => snapshots.pathOf(blobs.get(blobId) ?? blobId);
  stores.findings.push(...(await checkObjects(bucket.objects, pathOf)));
  const used = new Set(blobsNamedBy(bucket));
  for (const [blobId, path] of blobs)
    if (!used.has(blobId))
      stores.findings.push({ kind: "orphan", what: path, detail: "No stored object uses it." });
  const missing = stores.named === null ? [] : compareWithRecords(stores, stores.named);
  return {
    databases: databases.length,
    objects: bucket.objects.length,
    findings: stores.findings,
    incompleteOrganizations: [...new Set(missing.map(({ organizationId }) => organizationId))],
  };
}

/** @returns what SQLite says of a damaged database, or null */
function damageOf(database: DatabaseSync): string | null {
  try {
    const { integrity_check: found } = database.prepare("PRAGMA integrity_check(1)").get() as {
      readonly integrity_check: string;
    };
    return found === "ok" ? null : `${found}.`;
  } catch (error) {
    return `${firstLine(error)}.`;
  }
}

function read(path: string, database: DatabaseSync, stores: Stores): void {
  if (path.startsWith("v3/d1/")) {
    if (hasTable(database, "assets")) stores.named = readNamedObjects(database);
  } else if (path.startsWith("v3/r2/")) stores.objects = readBucketObjects(database);
  else if (INDEX_FOLDER.test(path) && hasTable(database, "asset")) {
    const rows = database.prepare("SELECT id, version FROM asset WHERE version IS NOT NULL").iterate();
    for (const { id, version } of rows as Iterable<Record<string, unknown>>)
      stores.indexed.add(`${String(id)}/${String(version)}`);
  }
}

/** Adds what records name and no store has, and what no record names. @returns the documents without index */
function compareWithRecords({ findings, objects, indexed }: Stores, named: NamedObjects): IndexedAsset[] {
  const stored = new Set(objects?.objects.map(({ key }) => key));
  for (const [key, record] of named.keys)
    if (!stored.has(key))
      findings.push({
        kind: "missing",
        what: key,
        detail: `${record} names this object, and it does not exist.`,
      });
  for (const key of stored) {
    const owner = key.startsWith("org_")
      ? key
          .split("/", 2)
          .map((part) => `${part}/`)
          .join("")
      : key;
    if (!named.prefixes.has(owner))
      findings.push({ kind: "orphan", what: key, detail: "No record names it." });
  }
  const missing = named.indexed.filter(
    ({ assetId, textVersion }) => !indexed.has(`${assetId}/${textVersion}`),
  );
  for (const { assetId } of missing)
    findings.push({ kind: "incomplete", what: assetId, detail: "No index has its current text." });
  return missing;
}
