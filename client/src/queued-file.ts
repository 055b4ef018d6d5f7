import type { ReadProgress } from "./read-progress.ts";

/** A file for `UploadQueue`. */
export interface QueuedFile {
  /** Names the file in the queue. The caller chooses it, and may keep it for a later queue. */
  readonly key: string;
  readonly collectionId: string;
  /** May contain folders. */
  readonly name: string;
  readonly blob: Blob;
  /** SHA-256 in hexadecimal, if known. The service rejects other bytes. */
  readonly sha256?: string;
  /** The asset of an earlier upload of this file. The queue sends only its missing bytes. */
  readonly assetId?: string;
}

export type QueuedState = "waiting" | "sending" | "paused" | "reading" | "ready" | "failed" | "stopped";

/**
 * Kind of a failure. Besides the service's kinds: `empty` for a file without bytes, `connection` for a broken
 * one, `rejected` for a request that the service rejects.
 */
export type UploadFailure = ReadProgress["failureCode"] | "empty" | "connection" | "rejected";

/** The progress of one file. */
export interface QueuedUpload {
  readonly key: string;
  readonly collectionId: string;
  readonly state: QueuedState;
  /** "" until the service has registered the file. */
  readonly assetId: string;
  readonly sentBytes: number;
  /** The reason of a failure; for a ready file the parts that nobody could read. "" without one. */
  readonly reason: string;
  readonly failure: UploadFailure;
}

/** A file in a queue with the state of its sending. */
export interface QueueEntry {
  readonly file: QueuedFile;
  upload: QueuedUpload;
  /** "" for an asset of an earlier upload, and once its bytes have left. */
  signedURL: string;
  /** Ends the sending; null while nothing is sent. */
  sending: AbortController | null;
  /** The registration that this file belongs to. */
  registering: Promise<void> | null;
  /** Whether the service has all bytes. */
  hasArrived: boolean;
}

export function createQueueEntry(file: QueuedFile): QueueEntry {
  const { key, collectionId, assetId = "" } = file;
  return {
    file,
    upload: { key, collectionId, state: "waiting", assetId, sentBytes: 0, reason: "", failure: "" },
    signedURL: "",
    sending: null,
    registering: null,
    hasArrived: false,
  };
}
