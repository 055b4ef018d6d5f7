import { ApiError } from "./errors.ts";
import type { Caller } from "./operation-types.ts";
import type { QueuedUpload, QueueEntry } from "./queued-file.ts";
import { type ReadProgress, readProgress } from "./read-progress.ts";
import { sleep } from "./sleep.ts";

/** Files per notification. */
const BATCH = 100;
/** Files that arrive within this time are announced together: the service reads small texts in bulk. */
const GATHER_MS = 100;
const POLL_MS = { first: 100, most: 2_000, afterError: 5_000 } as const;

type Change = (entry: QueueEntry, change: Partial<QueuedUpload>) => void;

/** Files whose bytes the service has: announces them, and waits until each is read. */
export class ReadingFiles {
  readonly #client: Caller;
  readonly #change: Change;
  readonly #arrived = new Set<QueueEntry>();
  readonly #read = new Set<QueueEntry>();
  #isNotifying = false;
  #isPolling = false;
  #pauseMs: number = POLL_MS.first;

  constructor(client: Caller, change: Change) {
    this.#client = client;
    this.#change = change;
  }

  /** Announces a file whose bytes have arrived. */
  notify(entry: QueueEntry): void {
    this.#arrived.add(entry);
    if (!this.#isNotifying) void this.#notifyAll();
  }

  /** Asks the service to read a failed file once more. */
  readAgain(entry: QueueEntry): void {
    const params = { assetID: entry.upload.assetId };
    void this.#client.request("POST", "/v1/assets/{assetID}/reprocess", { params }).then(
      () => this.#follow([entry]),
      (error: unknown) => this.#fail(entry, error),
    );
  }

  async #notifyAll(): Promise<void> {
    this.#isNotifying = true;
    await sleep(GATHER_MS, undefined);
    while (this.#arrived.size > 0) {
      const batch = [...this.#arrived].slice(0, BATCH);
      for (const entry of batch) this.#arrived.delete(entry);
      await this.#notifyBatch(batch);
    }
    this.#isNotifying = false;
  }

  /** All or none are announced, so after a rejection each file is announced alone. */
  async #notifyBatch(batch: readonly QueueEntry[]): Promise<void> {
    const assetIDs = batch.map(({ upload }) => upload.assetId);
    const body = { assetIDs, processInBackground: true, processInThread: false };
    try {
      await this.#client.request("POST", "/v1/assets/notifyUploaded", { body });
      this.#follow(batch);
    } catch (error) {
      if (batch.length > 1) for (const entry of batch) await this.#notifyBatch([entry]);
      else for (const entry of batch) this.#fail(entry, error);
    }
  }

  #fail(entry: QueueEntry, error: unknown): void {
    const isRejected = error instanceof ApiError;
    entry.hasArrived = false;
    this.#change(entry, {
      state: "failed",
      failure: isRejected ? "rejected" : "connection",
      reason: isRejected ? error.message : "The connection broke.",
    });
  }

  #follow(entries: readonly QueueEntry[]): void {
    for (const entry of entries) this.#read.add(entry);
    this.#pauseMs = POLL_MS.first;
    if (!this.#isPolling) void this.#poll();
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#read.size > 0) {
      for (const collectionId of new Set([...this.#read].map(({ file }) => file.collectionId)))
        await this.#see(collectionId);
      await sleep(this.#pauseMs, undefined);
      this.#pauseMs = Math.min(this.#pauseMs * 1.5, POLL_MS.most);
    }
    this.#isPolling = false;
  }

  async #see(collectionId: string): Promise<void> {
    const entries = [...this.#read].filter(({ file }) => file.collectionId === collectionId);
    const ids = entries.map(({ upload }) => upload.assetId);
    try {
      const progress = await readProgress(this.#client, collectionId, ids);
      for (const [at, entry] of entries.entries()) this.#end(entry, progress.get(ids[at] ?? ""));
    } catch {
      // The service is away. It reads the files meanwhile, or afterwards.
      await sleep(POLL_MS.afterError, undefined);
    }
  }

  #end(entry: QueueEntry, progress: ReadProgress | undefined): void {
    if (progress === undefined) return;
    const { state, statusText, failureReason, failureCode } = progress;
    if (state === "ready") {
      this.#change(entry, { state: "ready", reason: unreadParts(statusText) });
    } else if (state === "failed" || state === "deleted")
      this.#change(entry, { state: "failed", reason: failureReason, failure: failureCode });
    else return;
    this.#read.delete(entry);
  }
}

/** The parts of a ready file that nobody could read: the status without its state and without the embedding. */
function unreadParts(statusText: string): string {
  return statusText.replace(/^Ready\. ?/, "").replace(/ ?Semantic search is [^.]*\.$/, "");
}
