import { ApiError } from "./errors.ts";
import { idFromBytes } from "./identifiers.ts";
import type { AnswerOf, Caller, Schemas } from "./operation-types.ts";
import { sleep } from "./sleep.ts";
import type { Fetch } from "./requests.ts";
import type { UploadOptions } from "./upload.ts";

/** A file with a name, such as a browser's `File`. `name` may contain folders. */
export interface NamedFile {
  readonly name: string;
  readonly blob: Blob;
  /** SHA-256 in hexadecimal, if known. The service rejects other bytes and lists the hash. */
  readonly sha256?: string;
}

export interface UploadProgress {
  readonly name: string;
  readonly assetId: string;
  /** `sending`, then the asset's state: `processing`, and finally `ready` or `failed`. */
  readonly state: "sending" | Schemas["Asset"]["lifecycleState"];
  /** The progress as a sentence; "" if unknown. */
  readonly statusText: string;
  readonly sentBytes: number;
  readonly size: number;
}

export interface UploadFilesOptions extends Pick<UploadOptions, "signal"> {
  /** Called after each step of a file. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

export interface UploadedFile {
  readonly name: string;
  /** "" for an empty file, which is not sent. */
  readonly assetId: string;
  readonly state: "ready" | "failed";
  /** The reason of a failure and a remedy, as a sentence; "" if ready. */
  readonly failureReason: string;
  /** Unread parts of a ready file, and the reason. Missing or "" if the service read all parts. */
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

/** Files per registration and per notification. */
const BATCH = 100;
const SENT_AT_ONCE = 4;
/** Longer files are sent in parts, which resume after a broken connection. */
const LONGEST_AT_ONCE = 16 * 1024 * 1024;
const POLL_MS = { first: 100, most: 2_000 } as const;

type Report = (file: NamedFile, assetId: string, change: Partial<UploadProgress>) => void;

/**
 * Uploads files into a collection and waits until each is processed. It registers 100 files a call and sends
 * 4 concurrently.
 * @returns the results in the order of the files
 * @throws ApiError when the service rejects the call; the signal's reason
 */
export async function uploadFiles(
  host: Host,
  place: Place,
  files: readonly NamedFile[],
  { signal, onProgress = () => {} }: UploadFilesOptions,
): Promise<UploadedFile[]> {
  const told = new Map<string, UploadProgress>();
  const report: Report = ({ name, blob }, assetId, change) => {
    const before = told.get(assetId) ?? {
      name,
      assetId,
      state: "sending",
      statusText: "",
      sentBytes: 0,
      size: blob.size,
    };
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
  return files.map(
    (file) =>
      uploaded.get(file) ?? {
        name: file.name,
        assetId: "",
        state: "failed",
        failureReason: "The file is empty.",
      },
  );
}

async function uploadBatch(
  host: Host,
  place: Place,
  files: readonly NamedFile[],
  signal: AbortSignal | undefined,
  report: Report,
) {
  const assets = files.map(({ name, blob, sha256 = "" }) => ({
    contentType: typeOf(blob),
    originalFileName: lastPart(name),
    size: blob.size,
    sha256: sha256 || null,
  }));
  const { data } = await host.client.request("POST", "/v1/assets/batch", {
    body: { ...place, assets },
    signal,
  });
  const registered = data.map(({ id, signedURL }, at) => ({
    file: files[at]!,
    assetId: idFromBytes("asset", id),
    signedURL,
  }));
  const waiting = [...registered];
  const sender = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { file, assetId, signedURL } = next;
      const onProgress = (sentBytes: number): void => report(file, assetId, { sentBytes });
      await send(host, file.blob, assetId, signedURL, {
        onProgress,
        ...(signal === undefined ? {} : { signal }),
      });
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

/** If the single request fails, the file is sent in parts, which are retried. */
async function send(
  { client, fetch }: Host,
  blob: Blob,
  assetId: string,
  signedURL: string,
  options: UploadOptions,
): Promise<void> {
  const { signal, onProgress } = options;
  if (blob.size <= LONGEST_AT_ONCE) {
    const init = {
      method: "PUT",
      body: blob,
      headers: { "content-type": typeOf(blob) },
      signal: signal ?? null,
    };
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

type Listed = AnswerOf<
  "GET",
  "/v1/collection/{collectionID}/assets"
>["data"]["result"]["entities"][number]["data"];

/**
 * One listing covers all waiting files. Files that it does not show are read individually, because other
 * users may add files concurrently.
 */
async function waitUntilRead(
  host: Host,
  { collectionID }: Place,
  registered: readonly Registered[],
  signal: AbortSignal | undefined,
  report: Report,
): Promise<UploadedFile[]> {
  const ended = new Map<string, UploadedFile>();
  const see = (
    { file, assetId }: Registered,
    state: Listed["lifecycleState"],
    statusText: string,
    failureReason: string,
  ): void => {
    report(file, assetId, { state, statusText, sentBytes: file.blob.size });
    if (state === "ready" || state === "failed")
      ended.set(assetId, endOf({ name: file.name, assetId, state, failureReason }, statusText));
  };
  for (let pauseMs: number = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, POLL_MS.most)) {
    const query = { limit: 200, sort: "-createdAt" };
    const listing = await host.client.request("GET", "/v1/collection/{collectionID}/assets", {
      params: { collectionID },
      query,
      signal,
    });
    const shown = new Map(listing.data.result.entities.map(({ data }) => [data.id, data]));
    for (const each of registered.filter(({ assetId }) => !ended.has(assetId))) {
      const listed = shown.get(each.assetId);
      if (listed !== undefined)
        see(each, listed.lifecycleState, listed.processingStatusText, listed.processingFailureReason);
      else await seeAlone(host, each, signal, see);
    }
    if (ended.size === registered.length) return registered.map(({ assetId }) => ended.get(assetId)!);
    await sleep(pauseMs, signal);
  }
}

/** Omits a bare "Ready.", which repeats the state. */
function endOf(file: UploadedFile, statusText: string): UploadedFile {
  return file.state === "failed" || statusText === "Ready." || statusText === ""
    ? file
    : { ...file, message: statusText };
}

async function seeAlone(
  { client }: Host,
  each: Registered,
  signal: AbortSignal | undefined,
  see: (each: Registered, state: Listed["lifecycleState"], statusText: string, failureReason: string) => void,
): Promise<void> {
  try {
    const { data } = await client.request("GET", "/v1/assets/{assetID}", {
      params: { assetID: each.assetId },
      signal,
    });
    see(each, data.lifecycleState, data.processingMessage, data.failureReason);
  } catch (error) {
    // A deleted asset ends the wait.
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    see(each, "failed", "", "It was deleted before it was processed.");
  }
}
