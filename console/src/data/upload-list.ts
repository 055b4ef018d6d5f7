/** The files on their way. `uploads.ts` sends them; its code is loaded with the first one. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { QueuedState, UploadFailure } from "./client.ts";

/** `missing`: begun before a reload; the person has to choose the file again. */
export type UploadState = QueuedState | "missing";

/** One file. `reason` tells why it failed, or which parts of it nobody could read. */
export interface Upload {
  readonly key: string;
  readonly collectionId: string;
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  readonly reason: string;
  readonly failure: UploadFailure;
  readonly assetId: string;
}

/** Only `uploads.ts` changes it. */
export const uploadList = signal<readonly Upload[]>([]);

const OPEN: ReadonlySet<UploadState> = new Set(["waiting", "sending", "paused", "reading"]);

/** Whether a file is on its way. */
export function isOpenUpload({ state }: Upload): boolean {
  return OPEN.has(state);
}

/** The number of files at an end. */
export const endedUploads: ReadonlySignal<number> = computed(
  () => uploadList.value.filter((each) => !isOpenUpload(each)).length,
);
