import { hasUploads } from "./has-uploads.ts";
import type { FileFor } from "./uploads.ts";

/** Sends files to their collections. The upload tray shows their states. */
export async function sendFiles(files: readonly FileFor[]): Promise<void> {
  const { upload } = await import("./uploads.ts");
  upload(files);
  hasUploads.value = true;
}
