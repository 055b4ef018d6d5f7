import { ApiError, type KnowledgeClient, Library } from "../../index.ts";
import type { QueuedUpload } from "../../queued-file.ts";
import { withResolvers } from "../../with-resolvers.ts";
import { Failure } from "../failure.ts";
import { ensureFolders } from "../folders.ts";
import { folderOf, type Moving, nameOf, type Sending, type SyncPlan } from "./plan-sync.ts";
import type { RemoteFiles } from "./remote-files.ts";
import type { SyncSource } from "./source.ts";
import type { SyncedFile, SyncState } from "./sync-state.ts";

/** Files that are sent and read together, before their earlier bytes are deleted. */
const WINDOW = 200;
/** The service's maximum of records in a request. */
const BATCH = 100;

export interface StepReport {
  readonly action: "add" | "change" | "move" | "delete";
  readonly path: string;
  readonly assetId: string;
  /** The earlier path of a moved file. */
  readonly from?: string;
  /** Why the step failed; "" if it succeeded. */
  readonly failure: string;
}

export interface Target {
  readonly client: KnowledgeClient;
  readonly rootId: string;
  readonly source: SyncSource;
  readonly state: SyncState;
  readonly remote: RemoteFiles;
  readonly report: (step: StepReport) => void;
}

/**
 * Carries a plan out, additions first. It records every step before and after, so that a later pass continues
 * where a crash has ended this one.
 */
export async function applyPlan(target: Target, plan: SyncPlan): Promise<void> {
  const { client, rootId, state } = target;
  await state.put(plan.record);
  await state.remove(plan.forget);
  await retire(target, plan.retire);
  const sent = [...plan.add, ...plan.change];
  const folders = [...sent, ...plan.move].map(({ file }) => folderOf(file.path));
  const collections = await ensureFolders(client, rootId, folders);
  const placeOf = (path: string): string => collections.get(folderOf(path)) ?? rootId;
  const refused = await moveAll(target, plan.move, placeOf);
  const changed = new Set<string>(plan.change.map(({ file }) => file.path));
  const instead = refused.map(({ from, ...each }) => ({
    ...each,
    assetId: "",
    replaces: [from.assetId, ...(from.replaces ?? [])],
    from: from.path,
  }));
  const all: (Sending & { readonly from?: string })[] = [...sent, ...instead];
  for (const window of chunks(all, WINDOW))
    await sendWindow(target, window, placeOf, (path) => (changed.has(path) ? "change" : "add"));
  await removeAll(target, plan.remove);
}

/** Deletes the earlier bytes of files whose new bytes are ready. */
async function retire({ client, state, remote }: Target, entries: readonly SyncedFile[]): Promise<void> {
  const ids = entries.flatMap(({ replaces = [] }) => replaces).filter((id) => remote.get(id) !== undefined);
  for (const batch of chunks(ids, BATCH)) await client.deleteAssets(batch);
  await state.put(entries.map(({ replaces: _done, ...entry }) => entry));
}

/** @returns the files whose assets the caller may not move */
async function moveAll(
  target: Target,
  moves: readonly Moving[],
  placeOf: (path: string) => string,
): Promise<Moving[]> {
  const refused: Moving[] = [];
  const groups = new Map<string, Moving[]>();
  for (const move of moves) {
    const key = `${holderOf(target, move.from)} ${placeOf(move.file.path)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [move]);
    else group.push(move);
  }
  for (const group of groups.values())
    for (const batch of chunks(group, BATCH)) {
      try {
        await moveBatch(target, batch, placeOf);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refused.push(...batch);
      }
    }
  return refused;
}

/** The collection that the asset leaves. Somebody may have moved it. */
function holderOf({ remote }: Target, { assetId, collectionId }: SyncedFile): string {
  const asset = remote.get(assetId);
  if (asset === undefined || asset.collectionIds.includes(collectionId)) return collectionId;
  return asset.collectionId;
}

async function moveBatch(
  target: Target,
  batch: readonly Moving[],
  placeOf: (path: string) => string,
): Promise<void> {
  const { client, state, remote, report } = target;
  const [first] = batch;
  if (first === undefined) return;
  const [from, to] = [holderOf(target, first.from), placeOf(first.file.path)];
  const ids = batch.map((each) => each.from.assetId);
  const leaving = ids.filter((id) => remote.get(id)?.collectionIds.includes(to) !== true);
  if (from !== to && leaving.length > 0) await new Library(client).moveAssets({ from, to, ids: leaving });
  for (const { from: entry, file } of batch) {
    const [before, now] = [nameOf(entry.path), nameOf(file.path)];
    // A title that somebody has written stays.
    if (before !== now && remote.get(entry.assetId)?.displayName === before)
      await client.request("POST", "/v1/assets/{assetID}/attributes", {
        params: { assetID: entry.assetId },
        body: { assetId: entry.assetId, displayName: now },
      });
    await state.put([{ ...entry, path: file.path, stamp: file.stamp, collectionId: to }]);
    await state.remove([entry.path]);
    report({ action: "move", path: file.path, from: entry.path, assetId: entry.assetId, failure: "" });
  }
}

/** API keys and callers without `share` may not move, but may upload and delete. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status);
}

/** Sends files, waits until each is read, and deletes the earlier bytes of the readable ones. */
async function sendWindow(
  target: Target,
  window: readonly (Sending & { readonly from?: string })[],
  placeOf: (path: string) => string,
  actionOf: (path: string) => "add" | "change",
): Promise<void> {
  const { source, state, report } = target;
  const begun = window.map(({ file: { path, stamp }, sha256, assetId, replaces }) => ({
    path,
    stamp,
    sha256,
    assetId,
    replaces,
    collectionId: placeOf(path),
    state: "sending" as const,
  }));
  await state.put(begun);
  // A file that was to be moved is sent under its new path, which now also accounts for its earlier asset.
  await state.remove(window.flatMap(({ from }) => from ?? []));
  const ended = await uploadAll(target, window, placeOf);
  for (const { file } of window) await source.release(file);
  const ready: SyncedFile[] = [];
  for (const entry of begun) {
    const upload = ended.get(entry.path);
    const assetId = upload?.assetId ?? "";
    const failure = upload === undefined ? GONE : upload.state === "ready" ? "" : upload.reason;
    if (upload?.state === "ready") ready.push({ ...entry, assetId, state: "ready" });
    else if (upload !== undefined && assetId !== "") await state.put([afterFailure(entry, upload)]);
    report({ action: actionOf(entry.path), path: entry.path, assetId, failure });
  }
  await state.put(ready);
  await retire(
    target,
    ready.filter(({ replaces = [] }) => replaces.length > 0),
  );
}

const GONE = "The file changed while it was read. The next pass sends it.";

/** If the service has the bytes and cannot read them, another try needs other bytes. */
function afterFailure(entry: SyncedFile, { assetId, failure }: QueuedUpload): SyncedFile {
  if (failure === "rejected") return { ...entry, assetId };
  if (failure !== "upload_again") return { ...entry, assetId, state: "failed" };
  return { ...entry, assetId: "", replaces: [...(entry.replaces ?? []), assetId] };
}

/** @returns the outcome by path; files that cannot be opened any more are missing */
async function uploadAll(
  { client, source, state }: Target,
  window: readonly Sending[],
  placeOf: (path: string) => string,
): Promise<Map<string, QueuedUpload>> {
  const ended = new Map<string, QueuedUpload>();
  const opened: { readonly each: Sending; readonly blob: Blob }[] = [];
  for (const each of window) {
    const blob = await source.open(each.file).catch(() => null);
    if (blob !== null) opened.push({ each, blob });
  }
  if (opened.length === 0) return ended;
  const { promise, resolve, reject } = withResolvers<void>();
  const queue = await client.uploads((upload) => {
    const entry = state.files.get(upload.key);
    if (upload.assetId !== "" && entry !== undefined && entry.assetId !== upload.assetId) {
      void state.put([{ ...entry, assetId: upload.assetId }]).catch(reject);
    }
    if (upload.failure === "connection") {
      for (const { each } of opened) queue.pause(each.file.path);
      reject(new Failure("The connection broke. The next pass continues."));
    }
    if (upload.state === "ready" || upload.state === "failed") ended.set(upload.key, upload);
    if (ended.size === opened.length) resolve();
  });
  queue.add(
    opened.map(({ each: { file, sha256, assetId }, blob }) => ({
      key: file.path,
      collectionId: placeOf(file.path),
      name: file.path,
      blob,
      sha256,
      ...(assetId === "" ? {} : { assetId }),
    })),
  );
  await promise;
  return ended;
}

async function removeAll({ client, state, report }: Target, entries: readonly SyncedFile[]): Promise<void> {
  for (const batch of chunks(entries, BATCH)) {
    const ids = batch.flatMap(({ assetId, replaces = [] }) => [assetId, ...replaces]);
    for (const part of chunks(ids, BATCH)) await client.deleteAssets(part);
    await state.remove(batch.map(({ path }) => path));
    for (const { path, assetId } of batch) report({ action: "delete", path, assetId, failure: "" });
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
