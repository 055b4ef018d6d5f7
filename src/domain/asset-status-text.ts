import type { Embedding } from "./embedding.ts";

type VectorState = Embedding["state"];

/** What tells how far an asset is. */
interface AssetStatus {
  readonly lifecycleState: string;
  readonly processingMessage: string;
  readonly failureReason: string;
}

const MEANING_PENDING = "Semantic search is not ready yet.";

/**
 * How far an asset is, in sentences for people; never empty.
 * @param vectors the state of its sentence vectors; null where none are made
 */
export function statusTextOf({ lifecycleState, processingMessage, failureReason }: AssetStatus, vectors: VectorState | null): string {
  switch (lifecycleState) {
    case "uploading":
      return processingMessage || "Waiting for the upload.";
    case "uploaded":
      return processingMessage || "Uploaded. Processing starts when somebody attaches it to a thread.";
    case "processing":
      return processingMessage || "Processing.";
    case "ready":
      return `${processingMessage || "Ready."}${vectors === "pending" ? ` ${MEANING_PENDING}` : ""}`;
    case "failed":
      return `Processing failed. ${failureReason || "Upload it again."}`;
    default:
      return "Deleted.";
  }
}
