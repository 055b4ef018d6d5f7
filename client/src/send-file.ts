import { isSuccess, putBytes } from "./put-bytes.ts";
import type { Fetch } from "./requests.ts";
import type { UploadOptions } from "./upload.ts";

/** Longer files are sent in parts, which resume after a broken connection. */
const LONGEST_AT_ONCE = 16 * 1024 * 1024;

export interface SendHost {
  readonly client: { upload(assetID: string, file: Blob, options: UploadOptions): Promise<unknown> };
  readonly fetch: Fetch;
}

/**
 * Sends the bytes of a registered asset. If the single request fails, the file is sent in parts, which are
 * retried.
 * @param signedURL "" for an asset of an earlier upload, whose missing parts are sent
 * @throws as `client.upload` does
 */
export async function sendFile(
  { client, fetch }: SendHost,
  blob: Blob,
  assetId: string,
  signedURL: string,
  options: UploadOptions,
): Promise<void> {
  const { signal, onProgress } = options;
  if (signedURL !== "" && blob.size <= LONGEST_AT_ONCE) {
    const headers = { "content-type": typeOf(blob) };
    const put = { headers, signal, ...(onProgress === undefined ? {} : { onProgress }) };
    const status = await putBytes(fetch, signedURL, blob, put).catch(() => null);
    signal?.throwIfAborted();
    if (status !== null && isSuccess(status)) return onProgress?.(blob.size);
  }
  await client.upload(assetId, blob, options);
}

/** The media type of a file; the general one if the platform knows none. */
export function typeOf({ type }: Blob): string {
  return type === "" ? "application/octet-stream" : type;
}
