import type { KnowledgeClient, NamedFile, UploadedFile } from "../index.ts";
import { createSessionClient, resolveCollection, type CommandArguments } from "./commands.ts";
import { Failure, UsageError } from "./failure.ts";
import { listFiles } from "./files.ts";
import { ensureFolders } from "./folders.ts";
import { readSession } from "./session.ts";
import {
  resumeUpload,
  type HashedFile,
  hashFile,
  fileKey,
  waitUntilProcessed,
  type StoredAsset,
  findStoredFiles,
} from "./stored-files.ts";
import { besideState, pluralize, printNote, oneLine, print } from "./terminal.ts";

/**
 * Attempts of each request. They span about one minute, so uploads survive a restart that migrates a large
 * state.
 */
const MAX_FAILURES = 12;
const COLLECTIONS_AT_ONCE = 4;
const FILES_AT_ONCE = 4;

type Sent = UploadedFile & { readonly wasStored: boolean };

/**
 * Uploads files and folders and waits until each is processed. Subfolders become collections; stored files
 * are not sent again.
 */
export async function upload({ words, in: where }: CommandArguments): Promise<void> {
  if (words.length === 0) throw new UsageError("knowledge upload <file or folder>… [--in <collection>]");
  const session = await readSession();
  const files = await listFiles(words);
  if (files.length === 0) throw new Failure(`No files in ${words.join(", ")}.`);
  const client = createSessionClient(session, MAX_FAILURES);
  const target = await resolveCollection(client, where, session);
  const byFolder = groupedByFolder(files);
  const collections = await ensureFolders(client, target, byFolder.keys());
  const tell = teller();
  const sent = await mapConcurrently([...byFolder], COLLECTIONS_AT_ONCE, async ([folder, inside]) => {
    return await sendTo(client, collections.get(folder) ?? target, inside, tell);
  });
  const results = new Map(sent.flatMap((each) => [...each]));
  const uploaded = files.flatMap((file) => results.get(file) ?? []);
  for (const each of uploaded) print(lineOf(each));
  const stored = uploaded.filter(({ wasStored }) => wasStored).length;
  if (stored > 0) printNote(`Already stored: ${stored} of ${pluralize(uploaded.length, "file")}.`);
  const failed = uploaded.filter(({ state }) => state === "failed").length;
  if (failed > 0) throw new Failure(`${failed} of ${uploaded.length} files cannot be used.`);
}

function groupedByFolder(files: readonly NamedFile[]): Map<string, NamedFile[]> {
  const groups = new Map<string, NamedFile[]>();
  for (const file of files) {
    const folder = file.name.slice(0, Math.max(0, file.name.lastIndexOf("/")));
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [file]);
    else group.push(file);
  }
  return groups;
}

function lineOf({ name, assetId, state, failureReason, message = "" }: Sent): string {
  const words = oneLine(failureReason) || besideState(message);
  return `${assetId || "-"}  ${state.padEnd(6)}  ${oneLine(name)}${words && `: ${words}`}`;
}

type Tell = (name: string, words: string) => void;

/** Returns a function that prints the outcome of each file once. */
function teller(): Tell {
  const told = new Map<string, string>();
  return (name, words) => {
    if (told.get(name) !== words) printNote(`${oneLine(name)}: ${words}`);
    told.set(name, words);
  };
}

/** The files of one collection by the work they need. */
interface Work {
  /** Files with the same name and bytes share one asset. */
  readonly fresh: { readonly file: HashedFile; readonly equal: NamedFile[] }[];
  /** Files that already have an asset. */
  readonly begun: { readonly file: NamedFile; readonly full: HashedFile; readonly asset: StoredAsset }[];
}

/** Uploads the files that a collection lacks, and continues files of an earlier upload. */
async function sendTo(
  client: KnowledgeClient,
  collectionId: string,
  files: readonly NamedFile[],
  tell: Tell,
): Promise<Map<NamedFile, Sent>> {
  const { fresh, begun } = await workOn(files, await findStoredFiles(client, collectionId));
  await mapConcurrently(
    begun,
    FILES_AT_ONCE,
    async ({ full, asset }) => await resumeUpload(client, full, asset),
  );
  const sent = await client.uploadFiles(
    collectionId,
    fresh.map(({ file }) => file),
    {
      onProgress: ({ name, state, statusText }) => {
        if (state !== "ready" && state !== "failed") tell(name, statusText || state);
      },
    },
  );
  const read = await mapConcurrently(
    begun,
    FILES_AT_ONCE,
    async ({ file, asset }) => await waitUntilProcessed(client, file.name, asset.id),
  );
  return new Map([
    ...fresh.flatMap(({ equal }, at) =>
      equal.map((file, nth) => [file, { ...sent[at]!, name: file.name, wasStored: nth > 0 }] as const),
    ),
    ...begun.map(
      ({ file, asset }, at) =>
        [file, { ...read[at]!, wasStored: asset.lifecycleState !== "uploading" }] as const,
    ),
  ]);
}

async function workOn(files: readonly NamedFile[], stored: ReadonlyMap<string, StoredAsset>): Promise<Work> {
  const fresh = new Map<string, Work["fresh"][number]>();
  const begun: Work["begun"] = [];
  for (const file of files) {
    const full = await hashFile(file);
    const key = fileKey(file.name, full.sha256);
    const asset = stored.get(key);
    const first = fresh.get(key);
    if (asset !== undefined) begun.push({ file, full, asset });
    else if (first === undefined) fresh.set(key, { file: full, equal: [file] });
    else first.equal.push(file);
  }
  return { fresh: [...fresh.values()], begun };
}

/**
 * Runs a task for each item, at most `limit` concurrently.
 * @returns the results in the order of the items
 * @throws the first failure
 */
async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, item] = next;
      results[at] = await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
