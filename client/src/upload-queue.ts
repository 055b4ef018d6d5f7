import { ApiError } from "./errors.ts";
import { idFromBytes } from "./identifiers.ts";
import type { Caller } from "./operation-types.ts";
import { createQueueEntry, type QueuedFile, type QueuedUpload, type QueueEntry } from "./queued-file.ts";
import { ReadingFiles } from "./reading-files.ts";
import { sendFile, type SendHost, typeOf } from "./send-file.ts";
import { lastPart } from "./upload-files.ts";
import type { Workspace } from "./workspace.ts";

export interface UploadQueueHost extends SendHost {
  readonly client: Caller & SendHost["client"];
  readonly contextOf: (collectionId: string) => Promise<Workspace["organizationContext"]>;
}

/** Files per registration. */
const BATCH = 100;
const SENT_AT_ONCE = 4;
/** Maximum size of a file in bytes. */
const MAX_BYTES = 1_000_000_000;

/**
 * Sends files one after the other, at most 4 concurrently. Each file can be paused, stopped and tried again
 * alone. A later queue continues with the asset id of an earlier one.
 */
export class UploadQueue {
  readonly #host: UploadQueueHost;
  readonly #onChange: (upload: QueuedUpload) => void;
  /** In the order of sending. */
  readonly #entries = new Map<string, QueueEntry>();
  readonly #reading: ReadingFiles;
  #senders = 0;

  /** @param onChange called after each change of a file */
  constructor(host: UploadQueueHost, onChange: (upload: QueuedUpload) => void) {
    this.#host = host;
    this.#onChange = onChange;
    this.#reading = new ReadingFiles(host.client, (entry, change) => this.#change(entry, change));
  }

  /** Adds files and sends them. */
  add(files: readonly QueuedFile[]): void {
    for (const file of files) {
      const entry = createQueueEntry(file);
      this.#entries.set(file.key, entry);
      const { size } = file.blob;
      if (size === 0) this.#fail(entry, "empty", "The file is empty.");
      else if (size > MAX_BYTES) this.#fail(entry, "too_large", "The file is larger than 1 GB.");
      else this.#onChange(entry.upload);
    }
    this.#send();
  }

  /** Pauses a file that waits or is sent. Its asset stays, so that `resume` sends the missing bytes. */
  pause(key: string): void {
    const entry = this.#entryIn(key, "waiting", "sending");
    if (entry === undefined) return;
    this.#change(entry, { state: "paused" });
    entry.sending?.abort();
  }

  /** Sends a paused file. */
  resume(key: string): void {
    const entry = this.#entryIn(key, "paused");
    if (entry === undefined) return;
    this.#change(entry, { state: "waiting" });
    this.#send();
  }

  /** Stops a file that the service does not have yet, and deletes its asset. */
  stop(key: string): void {
    const entry = this.#entryIn(key, "waiting", "sending", "paused");
    if (entry === undefined) return;
    this.#change(entry, { state: "stopped" });
    entry.sending?.abort();
    void this.#discard(entry);
  }

  /** Tries a failed or stopped file again. The service reads bytes that have arrived once more. */
  retry(key: string): void {
    const entry = this.#entryIn(key, "failed", "stopped");
    if (entry === undefined) return;
    const { failure } = entry.upload;
    if (failure === "empty" || (failure === "too_large" && !entry.hasArrived)) return;
    const isFresh = { reason: "", failure: "" } as const;
    if (entry.hasArrived && failure !== "upload_again") {
      this.#change(entry, { ...isFresh, state: "reading" });
      return this.#reading.readAgain(entry);
    }
    if (entry.hasArrived) void this.#discard(entry);
    entry.hasArrived = false;
    this.#change(entry, { ...isFresh, state: "waiting", sentBytes: 0 });
    this.#send();
  }

  /**
   * Takes a file out of the queue and deletes its asset, unless the service has read it. Resolves after the
   * deletion.
   */
  async remove(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.stop(key);
    this.#entries.delete(key);
    if (entry.upload.state === "failed") await this.#discard(entry);
  }

  #entryIn(key: string, ...states: readonly QueuedUpload["state"][]): QueueEntry | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && states.includes(entry.upload.state) ? entry : undefined;
  }

  #send(): void {
    while (this.#senders < SENT_AT_ONCE && this.#next() !== undefined) {
      this.#senders += 1;
      void this.#sendAll().finally(() => {
        this.#senders -= 1;
      });
    }
  }

  #next(): QueueEntry | undefined {
    // A file that was paused a moment ago may still leave.
    for (const entry of this.#entries.values())
      if (entry.upload.state === "waiting" && entry.sending === null) return entry;
    return undefined;
  }

  async #sendAll(): Promise<void> {
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) {
      const sending = new AbortController();
      entry.sending = sending;
      this.#change(entry, { state: "sending" });
      try {
        await this.#sendOne(entry, sending.signal);
      } catch (error) {
        if (!sending.signal.aborted) this.#fail(entry, ...failureOf(error));
      } finally {
        entry.sending = null;
      }
    }
  }

  async #sendOne(entry: QueueEntry, signal: AbortSignal): Promise<void> {
    const isEarlier = entry.upload.assetId !== "" && entry.signedURL === "";
    if (isEarlier && (await this.#isSent(entry, signal))) return this.#arrive(entry);
    if (entry.upload.assetId === "") await this.#register(entry);
    signal.throwIfAborted();
    const { blob, sha256 } = entry.file;
    const { signedURL } = entry;
    // A second try sends the missing parts.
    entry.signedURL = "";
    await sendFile(this.#host, blob, entry.upload.assetId, signedURL, {
      signal,
      onProgress: (sentBytes) => {
        if (!signal.aborted) this.#change(entry, { sentBytes });
      },
      ...(sha256 === undefined ? {} : { sha256 }),
    });
    signal.throwIfAborted();
    this.#arrive(entry);
  }

  #arrive(entry: QueueEntry): void {
    entry.hasArrived = true;
    this.#change(entry, { state: "reading", sentBytes: entry.file.blob.size });
    this.#reading.notify(entry);
  }

  /** Whether the bytes of an earlier upload have arrived. An asset that is gone is registered anew. */
  async #isSent(entry: QueueEntry, signal: AbortSignal): Promise<boolean> {
    const params = { assetID: entry.upload.assetId };
    try {
      const { data } = await this.#host.client.request("GET", "/v1/assets/{assetID}", { params, signal });
      if (data.lifecycleState === "uploading") return false;
      if (data.lifecycleState !== "deleted") return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    }
    this.#change(entry, { assetId: "" });
    return false;
  }

  /** Registers a file together with the next waiting ones of its collection. */
  async #register(entry: QueueEntry): Promise<void> {
    if (entry.registering === null) {
      const { collectionId } = entry.file;
      const others = [...this.#entries.values()].filter(
        ({ file, upload, registering }) =>
          file.collectionId === collectionId &&
          upload.state === "waiting" &&
          upload.assetId === "" &&
          registering === null,
      );
      const batch = [entry, ...others.slice(0, BATCH - 1)];
      const registering = this.#registerBatch(batch).finally(() => {
        for (const each of batch) each.registering = null;
      });
      for (const each of batch) each.registering = registering;
    }
    await entry.registering;
    // The registration of the whole batch failed, perhaps because of another file.
    if (entry.upload.assetId === "" && entry.upload.state === "sending") await this.#registerBatch([entry]);
  }

  /** @throws ApiError if a file is registered alone */
  async #registerBatch(batch: readonly QueueEntry[]): Promise<void> {
    const [{ file }] = batch as [QueueEntry];
    const { collectionId: collectionID } = file;
    const { client, contextOf } = this.#host;
    const assets = batch.map(({ file: { name, blob, sha256 = "" } }) => ({
      contentType: typeOf(blob),
      originalFileName: lastPart(name),
      size: blob.size,
      sha256: sha256 || null,
    }));
    try {
      const body = { collectionID, organizationContext: await contextOf(collectionID), assets };
      const { data } = await client.request("POST", "/v1/assets/batch", { body });
      for (const [at, { id, signedURL }] of data.entries()) {
        const entry = batch[at]!;
        entry.signedURL = signedURL;
        this.#change(entry, { assetId: idFromBytes("asset", id) });
        if (entry.upload.state === "stopped") void this.#discard(entry);
      }
    } catch (error) {
      if (batch.length === 1) throw error;
    }
  }

  /** Deletes the asset of a file. The next try registers the file anew. */
  async #discard(entry: QueueEntry): Promise<void> {
    const { assetId } = entry.upload;
    if (assetId === "") return;
    entry.signedURL = "";
    this.#change(entry, { assetId: "" });
    await this.#host.client
      .request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [assetId] } })
      // The service ends uploads without bytes by itself.
      .catch(() => undefined);
  }

  #fail(entry: QueueEntry, failure: QueuedUpload["failure"], reason: string): void {
    this.#change(entry, { state: "failed", failure, reason });
  }

  #change(entry: QueueEntry, change: Partial<QueuedUpload>): void {
    entry.upload = { ...entry.upload, ...change };
    if (this.#entries.get(entry.file.key) === entry) this.#onChange(entry.upload);
  }
}

function failureOf(error: unknown): readonly ["connection" | "rejected", string] {
  return error instanceof ApiError
    ? ["rejected", error.message]
    : ["connection", "The connection broke while the file was sent."];
}
