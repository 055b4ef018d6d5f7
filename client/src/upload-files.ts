import { ApiError } from "./errors.ts";
import { idFromBytes } from "./identifiers.ts";
import type { AnswerOf, Caller, Schemas } from "./operation-types.ts";
import { pause } from "./pause.ts";
import type { Fetch } from "./requests.ts";
import type { UploadOptions } from "./upload.ts";

/** A file that has a name; a browser's `File` is one. `name` may have folders in it. */
export interface NamedFile {
  readonly name: string;
  readonly blob: Blob;
  /** Of its bytes, hexadecimal, when it is known: the service refuses other bytes, and listings show it from now on. */
  readonly sha256?: string;
}

export interface UploadProgress {
  readonly name: string;
  readonly assetId: string;
  /** `sending`, then as the asset is: `processing`, and at last `ready` or `failed`. */
  readonly state: "sending" | Schemas["Asset"]["lifecycleState"];
  /** How far it is, as a sentence; "" while nothing is known. */
  readonly statusText: string;
  readonly sentBytes: number;
  readonly size: number;
}

export interface UploadFilesOptions extends Pick<UploadOptions, "signal"> {
  /** Told whenever a file is a step further. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

export interface UploadedFile {
  readonly name: string;
  /** "" for an empty file, which is not sent. */
  readonly assetId: string;
  readonly state: "ready" | "failed";
  /** Why it failed, and what to do, as a sentence; "" when it is ready. */
  readonly failureReason: string;
  /** Of a ready file: which parts were not read, and why; "" or missing when there is nothing to say. */
  readonly message?: string;
}

interface Place {
  readonly collectionID: string;
  readonly organizationContext: { readonly organizationId: string; readonly tenantId: string };
}

interface Host {
  readonly client: Caller & { upload(assetID: string, file: Blob, options: UploadOptions): Promise<unknown> };
  readonly fetch: Fetch;
}

/** So many are registered and announced together. */
const BATCH = 100;
const SENT_AT_ONCE = 4;
/** Longer files go in parts, which continue where a connection breaks. */
const LONGEST_AT_ONCE = 16 * 1024 * 1024;
const POLL_MS = { first: 100, most: 2_000 } as const;

type Report = (file: NamedFile, assetId: string, change: Partial<UploadProgress>) => void;

/**
 * Puts files into a collection and waits until each of them is read: registered and announced by the hundred, four sent at a time.
 * @returns them in their order
 * @throws ApiError when the service refuses; the signal's reason
 */
export async function uploadFiles(
  host: Host,
  place: Place,
  files: readonly NamedFile[],
  { signal, onProgress = () => {} }: UploadFilesOptions,
): Promise<UploadedFile[]> {
  const told = new Map<string, UploadProgress>();
  const report: Report = ({ name, blob }, assetId, change) => {
    const before = told.get(assetId) ?? { name, assetId, state: "sending", statusText: "", sentBytes: 0, size: blob.size };
    const now = { ...before, ...change };
    told.set(assetId, now);
    if (JSON.stringify(now) !== JSON.stringify(before)) onProgress(now);
  };
  const uploaded = new Map<NamedFile, UploadedFile>();
  const filled = files.filter(({ blob }) => blob.size > 0);
  for (let at = 0; at < filled.length; at += BATCH) {
    const batch = filled.slice(at, at + BATCH);
    const read = await uploadBatch(host, place, batch, signal, report);
    for (const [nth, file] of batch.entries()) uploaded.set(file, read[nth]!);
  }
  return files.map((file) => uploaded.get(file) ?? { name: file.name, assetId: "", state: "failed", failureReason: "The file is empty." });
}

async function uploadBatch(host: Host, place: Place, files: readonly NamedFile[], signal: AbortSignal | undefined, report: Report) {
  const assets = files.map(({ name, blob, sha256 = "" }) => ({
    contentType: typeOf(blob),
    originalFileName: lastPart(name),
    size: blob.size,
    sha256: sha256 || null,
  }));
  const { data } = await host.client.request("POST", "/v1/assets/batch", { body: { ...place, assets }, signal });
  const registered = data.map(({ id, signedURL }, at) => ({ file: files[at]!, assetId: idFromBytes("asset", id), signedURL }));
  const waiting = [...registered];
  const sender = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { file, assetId, signedURL } = next;
      const onProgress = (sentBytes: number): void => report(file, assetId, { sentBytes });
      await send(host, file.blob, assetId, signedURL, { onProgress, ...(signal === undefined ? {} : { signal }) });
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sender));
  const assetIDs = registered.map(({ assetId }) => assetId);
  await host.client.request("POST", "/v1/assets/notifyUploaded", {
    body: { assetIDs, processInBackground: true, processInThread: false },
    signal,
  });
  return await waitUntilRead(host, place, registered, signal, report);
}

/** What does not arrive at once goes in parts, which try again by themselves. */
async function send({ client, fetch }: Host, blob: Blob, assetId: string, signedURL: string, options: UploadOptions): Promise<void> {
  const { signal, onProgress } = options;
  if (blob.size <= LONGEST_AT_ONCE) {
    const init = { method: "PUT", body: blob, headers: { "content-type": typeOf(blob) }, signal: signal ?? null };
    const response = await fetch(signedURL, init).catch(() => null);
    await response?.text();
    signal?.throwIfAborted();
    if (response?.ok === true) return onProgress?.(blob.size);
  }
  await client.upload(assetId, blob, options);
}

function typeOf({ type }: Blob): string {
  return type === "" ? "application/octet-stream" : type;
}

function lastPart(name: string): string {
  return name.split(/[\\/]/).at(-1) || name;
}

interface Registered {
  readonly file: NamedFile;
  readonly assetId: string;
}

type Listed = AnswerOf<"GET", "/v1/collection/{collectionID}/assets">["data"]["result"]["entities"][number]["data"];

/** One listing tells of all that are on their way; what it does not show, because others add at the same time, is read by itself. */
async function waitUntilRead(
  host: Host,
  { collectionID }: Place,
  registered: readonly Registered[],
  signal: AbortSignal | undefined,
  report: Report,
): Promise<UploadedFile[]> {
  const ended = new Map<string, UploadedFile>();
  const see = ({ file, assetId }: Registered, state: Listed["lifecycleState"], statusText: string, failureReason: string): void => {
    report(file, assetId, { state, statusText, sentBytes: file.blob.size });
    if (state === "ready" || state === "failed") ended.set(assetId, endOf({ name: file.name, assetId, state, failureReason }, statusText));
  };
  for (let pauseMs: number = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, POLL_MS.most)) {
    const query = { limit: 200, sort: "-createdAt" };
    const listing = await host.client.request("GET", "/v1/collection/{collectionID}/assets", { params: { collectionID }, query, signal });
    const shown = new Map(listing.data.result.entities.map(({ data }) => [data.id, data]));
    for (const each of registered.filter(({ assetId }) => !ended.has(assetId))) {
      const listed = shown.get(each.assetId);
      if (listed !== undefined) see(each, listed.lifecycleState, listed.processingStatusText, listed.processingFailureReason);
      else await seeAlone(host, each, signal, see);
    }
    if (ended.size === registered.length) return registered.map(({ assetId }) => ended.get(assetId)!);
    await pause(pauseMs, signal);
  }
}

/** "Ready." alone says no more than the state does. */
function endOf(file: UploadedFile, statusText: string): UploadedFile {
  return file.state === "failed" || statusText === "Ready." || statusText === "" ? file : { ...file, message: statusText };
}

async function seeAlone(
  { client }: Host,
  each: Registered,
  signal: AbortSignal | undefined,
  see: (each: Registered, state: Listed["lifecycleState"], statusText: string, failureReason: string) => void,
): Promise<void> {
  try {
    const { data } = await client.request("GET", "/v1/assets/{assetID}", { params: { assetID: each.assetId }, signal });
    see(each, data.lifecycleState, data.processingMessage, data.failureReason);
  } catch (error) {
    // Somebody has deleted it meanwhile: nobody waits for it in vain.
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    see(each, "failed", "", "It was deleted before it was read.");
  }
}
