import type { VNode } from "preact";
import { hasUploads } from "../../data/has-uploads.ts";
import { later } from "../later/later.tsx";

const UploadTray = later<object>(async () => (await import("./upload-tray.tsx")).UploadTray);

/** The place of the upload tray, whose code is loaded with the first file. */
export function UploadSlot(): VNode | null {
  return hasUploads.value ? <UploadTray /> : null;
}
