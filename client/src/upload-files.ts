import { idFromBytes } from "./identifiers.ts";
import type { Caller, Schemas } from "./operation-types.ts";
import { type ReadProgress, readProgress } from "./read-progress.ts";
import { sendFile, type SendHost, typeOf } from "./send-file.ts";
import { sleep } from "./sleep.ts";
import type { UploadOptions } from "./upload.ts";

/** A file with a name, such as a browser's `File`. `name` may contain folders. */
export interface NamedFile {
  readonly name: string;
  readonly blob: Blob;
  /** SHA-256 in hexadecimal, if known. The service rejects other bytes and lists the hash. */
  readonly sha256?: string;
  /** Stops this file alone, while it waits or is sent. Its asset is deleted, and it ends as `failed`. */
  readonly signal?: AbortSignal;
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

interface Host extends SendHost {
  readonly client: Caller & SendHost["client"];
}

/** Files per registration and per notification. */
const BATCH = 100;
const SENT_AT_ONCE = 4;
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
  const ended = new Map<string, UploadedFile>();
  const sender = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { file, assetId, signedURL } = next;
      const onProgress = (sentBytes: number): void => report(file, assetId, { sentBytes });
      const either = eitherOf(signal, file.signal);
      try {
        either?.throwIfAborted();
        await sendFile(host, file.blob, assetId, signedURL, {
          onProgress,
          ...(either === undefined ? {} : { signal: either }),
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (file.signal?.aborted !== true) throw error;
        ended.set(assetId, { name: file.name, assetId, state: "failed", failureReason: STOPPED });
        report(file, assetId, { state: "failed", statusText: STOPPED });
      }
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sender));
  if (ended.size > 0)
    await host.client.request("DELETE", "/v1/assets/tombstone", {
      body: { assetIds: [...ended.keys()] },
      signal,
    });
  const sent = registered.filter(({ assetId }) => !ended.has(assetId));
  if (sent.length > 0) {
    const assetIDs = sent.map(({ assetId }) => assetId);
    await host.client.request("POST", "/v1/assets/notifyUploaded", {
      body: { assetIDs, processInBackground: true, processInThread: false },
      signal,
    });
    for (const read of await waitUntilRead(host, place, sent, signal, report)) ended.set(read.assetId, read);
  }
  return registered.map(({ assetId }) => ended.get(assetId)!);
}

const STOPPED = "The upload was stopped.";

function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other]);
}

/** The file's own name, without its folders. */
export function lastPart(name: string): string {
  return name.split(/[\\/]/).at(-1) || name;
}

interface Registered {
  readonly file: NamedFile;
  readonly assetId: string;
}

async function waitUntilRead(
  host: Host,
  { collectionID }: Place,
  registered: readonly Registered[],
  signal: AbortSignal | undefined,
  report: Report,
): Promise<UploadedFile[]> {
  const ended = new Map<string, UploadedFile>();
  const see = ({ file, assetId }: Registered, progress: ReadProgress): void => {
    const { state, statusText, failureReason } = progress;
    report(file, assetId, { state, statusText, sentBytes: file.blob.size });
    if (state === "ready" || state === "failed")
      ended.set(assetId, endOf({ name: file.name, assetId, state, failureReason }, statusText));
  };
  for (let pauseMs: number = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 1.5, POLL_MS.most)) {
    const waiting = registered.filter(({ assetId }) => !ended.has(assetId));
    const ids = waiting.map(({ assetId }) => assetId);
    const progress = await readProgress(host.client, collectionID, ids, signal);
    for (const each of waiting) see(each, progress.get(each.assetId)!);
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
