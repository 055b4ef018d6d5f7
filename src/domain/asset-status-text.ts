/** What tells how far an asset is. */
interface AssetStatus {
  readonly lifecycleState: string;
  readonly processingMessage: string;
  readonly failureReason: string;
}

/** How far an asset is, as a sentence for people; never empty. What is under way may say more than its state does. */
export function statusTextOf({ lifecycleState, processingMessage, failureReason }: AssetStatus): string {
  switch (lifecycleState) {
    case "uploading":
      return processingMessage || "Waiting for the file to be uploaded.";
    case "uploaded":
      return processingMessage || "Uploaded. It is read once it is brought into a thread.";
    case "processing":
      return processingMessage || "Being read.";
    case "ready":
      return processingMessage || "Ready.";
    case "failed":
      return `It could not be read. ${failureReason || "Upload it again."}`;
    default:
      return "Deleted.";
  }
}
