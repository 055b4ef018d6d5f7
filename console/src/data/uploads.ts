/**
 * Files on their way into the library. They go on while the person visits other pages, and after a reload once the
 * same files are chosen again.
 */
import { computed, effect } from "@preact/signals";
import { invalidate } from "./cache.ts";
import { client, type QueuedUpload, type UploadQueue } from "./client.ts";
import { hasUploads } from "./has-uploads.ts";
import { newId } from "./ids.ts";
import { workspace } from "./session.ts";
import { isOpenUpload, type Upload, uploadList as list, type UploadState } from "./upload-list.ts";
import {
  forgetUploads as forgetRemembered,
  hasUnfinished,
  rememberUploads,
  takeOverUploads,
  type UnfinishedUpload,
} from "./unfinished-uploads.ts";

/** A file with the collection that receives it. */
export interface FileFor {
  readonly collectionId: string;
  readonly file: File;
}

/** The files of these states would not leave without this page. */
const LEAVING: ReadonlySet<UploadState> = new Set(["waiting", "sending", "paused"]);
/** Time in which changes are gathered before they are shown, in milliseconds. */
const GATHER_MS = 16;

const changed = new Map<string, QueuedUpload>();
let queue: Promise<UploadQueue> | null = null;

/** Whether a file would be lost if the page were left now. */
export const isSending = computed(() => list.value.some(({ state }) => LEAVING.has(state)));

/** Adds files and sends them. A file that was begun before a reload goes on. @returns the keys of new files */
export function upload(files: readonly FileFor[]): readonly string[] {
  const left = files.filter(({ collectionId, file }) => !goOn(file, collectionId));
  const added = left.map(({ collectionId, file }) => ({ entry: entryOf(collectionId, file), file }));
  list.value = [...list.value, ...added.map(({ entry }) => entry)];
  remember(added.map(({ entry }) => entry));
  const queued = added.map(({ entry: { key, collectionId, name }, file }) => ({
    key,
    collectionId,
    name,
    blob: file,
  }));
  void withQueue((open) => open.add(queued));
  return queued.map(({ key }) => key);
}

/** Sends the files again that were begun before a reload. @returns how many of these files were not begun */
export function continueUploads(files: readonly File[]): number {
  return files.filter((file) => !goOn(file, null)).length;
}

export function pauseUpload(key: string): void {
  void withQueue((open) => open.pause(key));
}

export function resumeUpload(key: string): void {
  void withQueue((open) => open.resume(key));
}

export function retryUpload(key: string): void {
  void withQueue((open) => open.retry(key));
}

/** Stops a file that waits, is sent, or was begun before a reload. */
export function stopUpload(key: string): void {
  const entry = list.peek().find((each) => each.key === key);
  if (entry?.state === "missing") void removeMissing(entry);
  else void withQueue((open) => open.stop(key));
}

/** Takes a file out of the list, and its failed document out of the library. */
export function removeUpload(key: string): void {
  const removed = list.peek().find((each) => each.key === key);
  list.value = list.value.filter((each) => each.key !== key);
  void forgetRemembered([key]);
  letGo();
  void withQueue(async (open) => {
    await open.remove(key);
    invalidate(removed?.collectionId ?? "");
  });
}

/** Takes the files that are at an end out of the list. */
export function clearUploads(): void {
  list.value = list.value.filter((each) => isOpenUpload(each) || each.state === "missing");
  letGo();
}

// The uploads of earlier visits appear once the person is known.
effect(() => {
  const { userId } = workspace.value ?? {};
  if (userId === undefined) return;
  void takeOverUploads(userId, showUnfinished).then(letGo);
});

function entryOf(collectionId: string, { name, size, lastModified }: File): Upload {
  const key = newId("op");
  const start = { state: "waiting", sentBytes: 0, reason: "", failure: "", assetId: "" } as const;
  return { key, collectionId, name, size, lastModified, ...start };
}

/** Sends a file that was begun before a reload. @param collectionId null for any */
function goOn(file: File, collectionId: string | null): boolean {
  const begun = list
    .peek()
    .find(
      (each) =>
        each.state === "missing" &&
        each.name === file.name &&
        each.size === file.size &&
        each.lastModified === file.lastModified &&
        (collectionId === null || each.collectionId === collectionId),
    );
  if (begun === undefined) return false;
  const { key, name, assetId } = begun;
  list.value = list.value.map((each) => (each === begun ? { ...each, state: "waiting" } : each));
  const blob = { blob: file, ...(assetId === "" ? {} : { assetId }) };
  void withQueue((open) => open.add([{ key, collectionId: begun.collectionId, name, ...blob }]));
  return true;
}

function showUnfinished(found: readonly UnfinishedUpload[]): void {
  const rest = found.filter((each) => !each.hasArrived);
  for (const each of found) if (each.hasArrived) void announce(each);
  const shown = rest.map(({ key, collectionId, name, size, lastModified, assetId }): Upload => ({
    key,
    collectionId,
    name,
    size,
    lastModified,
    state: "missing",
    sentBytes: 0,
    reason: "",
    failure: "",
    assetId,
  }));
  list.value = [...list.value, ...shown];
}

/** The page may have ended before the service heard that all bytes are there. */
async function announce({ key, assetId, collectionId }: UnfinishedUpload): Promise<void> {
  const body = { assetIDs: [assetId], processInBackground: true, processInThread: false };
  // A document that is gone needs no announcement.
  await client.request("POST", "/v1/assets/notifyUploaded", { body }).catch(() => undefined);
  await forgetRemembered([key]);
  invalidate(collectionId);
}

async function removeMissing({ key, assetId }: Upload): Promise<void> {
  list.value = list.value.filter((each) => each.key !== key);
  await forgetRemembered([key]);
  letGo();
  if (assetId === "") return;
  await client
    .request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [assetId] } })
    // The service ends uploads without bytes by itself.
    .catch(() => undefined);
}

async function withQueue(act: (open: UploadQueue) => void | Promise<void>): Promise<void> {
  queue ??= client.uploads(noteChange);
  await act(await queue);
}

function noteChange(upload: QueuedUpload): void {
  if (changed.size === 0) setTimeout(showChanges, GATHER_MS);
  changed.set(upload.key, upload);
}

function showChanges(): void {
  const now = new Map(changed);
  changed.clear();
  const before = new Map(list.peek().map((entry) => [entry.key, entry]));
  list.value = list.peek().map((entry) => ({ ...entry, ...now.get(entry.key) }));
  const stepped = list.value.filter(({ key, state, assetId }) => {
    const known = before.get(key);
    return known?.state !== state || known.assetId !== assetId;
  });
  remember(stepped.filter(isOpenUpload));
  void forgetRemembered(stepped.filter((each) => !isOpenUpload(each)).map(({ key }) => key));
  invalidate(...stepped.map(({ collectionId }) => collectionId));
}

function remember(entries: readonly Upload[]): void {
  const { userId } = workspace.peek() ?? {};
  if (userId === undefined || entries.length === 0) return;
  void rememberUploads(
    entries.map(({ key, collectionId, assetId, name, size, lastModified, state }) => ({
      key,
      userId,
      collectionId,
      assetId,
      name,
      size,
      lastModified,
      hasArrived: state === "reading",
    })),
  );
}

/** With an empty list and nothing to remember, the next visit does without the code of the uploads. */
function letGo(): void {
  if (list.peek().length > 0) return;
  void hasUnfinished().then((isLeft) => {
    if (!isLeft && list.peek().length === 0) hasUploads.value = false;
  });
}
