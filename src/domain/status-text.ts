import type { Embedding } from "./embedding.ts";

type VectorState = Pick<Embedding, "state" | "percent">;

/** Columns of an asset that determine its status text. */
interface AssetStatus {
  readonly lifecycleState: string;
  readonly processingMessage: string;
  readonly failureReason: string;
}

/**
 * Describes the progress of an asset in sentences for users. Never empty.
 * @param vectors state of the asset's vectors; null without an embedder
 */
export function statusTextOf(
  { lifecycleState, processingMessage, failureReason }: AssetStatus,
  vectors: VectorState | null,
): string {
  switch (lifecycleState) {
    case "uploading":
      return processingMessage || "Waiting for the upload.";
    case "uploaded":
      return processingMessage || "Uploaded. Processing starts when somebody attaches it to a thread.";
    case "processing":
      return processingMessage || "Processing.";
    case "ready":
      return `${processingMessage || "Ready."}${vectors?.state === "pending" ? ` ${vectorText(vectors)}` : ""}`;
    case "failed":
      return `Processing failed. ${failureReason || "Upload it again."}`;
    default:
      return "Deleted.";
  }
}

function vectorText({ percent }: VectorState): string {
  return percent === 0 ? "Semantic search is not ready yet." : `Semantic search is ${percent} % ready.`;
}
