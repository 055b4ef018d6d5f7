import type { KnowledgeClient } from "../../index.ts";
import type { CommandArguments } from "../commands.ts";
import { Failure } from "../failure.ts";
import { findFolders } from "../folders.ts";
import { oneLine, pluralize, printNote } from "../terminal.ts";
import { applyPlan } from "./apply-plan.ts";
import { PassReport } from "./pass-report.ts";
import { folderOf, type HashedSource, planSync, type SyncPlan } from "./plan-sync.ts";
import { RemoteFiles } from "./remote-files.ts";
import type { SourceFile, SyncSource } from "./source.ts";
import { acquireLock } from "./acquire-lock.ts";
import { statePath, SyncState } from "./sync-state.ts";

/** Above this share of the known files, deletions need `--yes`: a folder may be missing by mistake. */
const MAX_DELETED_SHARE = 0.5;
/** The service's limit of an upload. */
const MAX_BYTES = 1_000_000_000;
const HASHED_AT_ONCE = 4;

export interface Pass {
  readonly given: CommandArguments;
  readonly origin: string;
  readonly client: KnowledgeClient;
  readonly source: SyncSource;
  /** "" for a dry run into a collection that does not exist yet. */
  readonly rootId: string;
}

/** Brings the collection in step once. @throws Failure if a file could not be sent or deletions need a consent */
export async function runPass({ given, origin, client, source, rootId }: Pass): Promise<void> {
  const path = await statePath(origin, rootId, source.identity);
  if (!given["dry-run"]) await acquireLock(`${path}.lock`);
  const state = await SyncState.load(path);
  try {
    const { files, kept, failures } = await readSource(source, state);
    const remote = await RemoteFiles.read(client, rootId, state.files.values());
    const folders = [...files.map(({ file }) => file.path), ...state.files.keys()].map(folderOf);
    const collections =
      rootId === "" ? new Map<string, string>() : await findFolders(client, rootId, folders);
    const plan = planSync({ files, kept, state: state.files, remote, collections, adopts: given.adopt });
    const report = new PassReport(given.json, failures);
    if (given["dry-run"]) return report.endPlan(plan);
    requireConsent(given.yes, plan, state);
    await applyPlan({ client, rootId, source, state, remote, report: (step) => report.add(step) }, plan);
    await state.compact();
    report.end(state.files.values());
  } finally {
    await source.release();
  }
}

/** Lists the source and hashes the files that may have changed. */
async function readSource(source: SyncSource, { files: known }: SyncState) {
  const listing = await source.list();
  const kept = new Set<string>();
  const usable: SourceFile[] = [];
  const skip = (path: string, reason: string): void => {
    kept.add(path);
    printNote(`${oneLine(path)}: not sent. ${reason}`);
  };
  for (const file of listing.files) {
    if (file.size === 0) skip(file.path, "The file is empty.");
    else if ((file.size ?? 0) > MAX_BYTES) skip(file.path, "The file is larger than 1 GB.");
    else usable.push(file);
  }
  const [first] = listing.skipped;
  if (first !== undefined)
    printNote(
      `Not sent: ${pluralize(listing.skipped.length, "link or special file", "links and special files")}, such as ${oneLine(first)}.`,
    );
  let failures = 0;
  const found: (HashedSource | null)[] = [];
  for (let at = 0; at < usable.length; at += HASHED_AT_ONCE)
    await Promise.all(
      usable.slice(at, at + HASHED_AT_ONCE).map(async (file, nth) => {
        const entry = known.get(file.path);
        const isKnown = entry !== undefined && file.stamp !== "" && entry.stamp === file.stamp;
        const sha256 = isKnown ? entry.sha256 : await source.hash(file).catch(readFailure);
        if (sha256 instanceof Failure) failures += 1;
        if (sha256 instanceof Failure) skip(file.path, oneLine(sha256.message));
        else if (sha256 === null) skip(file.path, "It changed meanwhile. The next pass sends it.");
        found[at + nth] = typeof sha256 === "string" ? { file, sha256 } : null;
      }),
    );
  return { files: found.filter((each) => each !== null), kept, failures };
}

function readFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

function requireConsent(isConfirmed: boolean, { remove }: SyncPlan, { files }: SyncState): void {
  const own = [...files.values()].filter(({ isForeign }) => isForeign !== true).length;
  if (isConfirmed || remove.length <= own * MAX_DELETED_SHARE) return;
  throw new Failure(
    `${remove.length} of ${pluralize(own, "file")} would be deleted. Nothing was changed. See --dry-run, and add --yes if that is right.`,
  );
}
