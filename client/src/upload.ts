import { type Backoff, equalJitter } from "./backoff.ts";
import { isRejection } from "./errors.ts";
import type { AnswerOf, Schemas } from "./operation-types.ts";
import { isSuccess, putBytes } from "./put-bytes.ts";
import { sleep } from "./sleep.ts";
import type { Fetch, Requests } from "./requests.ts";

export interface UploadOptions {
  /** SHA-256 in hexadecimal. If other bytes arrive, the asset fails with that reason. */
  readonly sha256?: string;
  /**
   * Called first with the bytes that had arrived before, then after each part, and within a part in browsers.
   */
  readonly onProgress?: (sentBytes: number) => void;
  readonly signal?: AbortSignal;
  /**
   * Delays between failures, and the maximum of failures in a row. Default: 0.5 seconds doubled up to 15; 8
   * failures.
   */
  readonly backoff?: Backoff;
  readonly maxFailures?: number;
}

const MULTIPART = "/v1/assets/{assetID}/multipart";
type Begun = AnswerOf<"POST", "/v1/assets/{assetID}/multipart", object>;
type Completed = AnswerOf<"POST", "/v1/assets/{assetID}/multipart/complete", object>;

interface Part {
  readonly number: number;
  readonly url: string;
}

const BACKOFF: Backoff = { baseMs: 500, maxMs: 15_000 };
const MAX_FAILURES = 8;

/** Sends the missing parts of a file until it is complete. */
export async function uploadInParts(
  requests: Requests,
  fetch: Fetch,
  assetID: string,
  file: Blob,
  options: UploadOptions = {},
): Promise<Schemas["Asset"]> {
  const { sha256, onProgress, signal, backoff = BACKOFF, maxFailures = MAX_FAILURES } = options;
  const input = { params: { assetID }, signal };
  const body = { size: file.size, sha256 };
  for (let failures = 0; ;) {
    try {
      const { parts } = ((await requests.sendOnce("POST", MULTIPART, { ...input, body })) as Begun).data;
      let at = 0;
      let sent = parts.reduce((sum, { hasArrived, size }) => sum + (hasArrived ? size : 0), 0);
      onProgress?.(sent);
      for (const part of parts) {
        const bytes = file.slice(at, (at += part.size));
        if (part.hasArrived) continue;
        const before = sent;
        const onPart = (partBytes: number): void => onProgress?.(before + Math.min(partBytes, part.size));
        await sendPart(fetch, part, bytes, signal, onPart);
        // Progress resets the count of failures.
        failures = 0;
        onProgress?.((sent += part.size));
      }
      return ((await requests.sendOnce("POST", `${MULTIPART}/complete`, input)) as Completed).data;
    } catch (error) {
      signal?.throwIfAborted();
      failures += 1;
      if (failures >= maxFailures || (isRejection(error) && error.code !== "aborted")) throw error;
      await sleep(equalJitter(backoff, failures, Math.random()), signal);
    }
  }
}

class PartRejected extends Error {}

async function sendPart(
  fetch: Fetch,
  { url, number }: Part,
  body: Blob,
  signal: AbortSignal | undefined,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const status = await putBytes(fetch, url, body, { signal, onProgress });
  // The next request for the upload's state explains the rejection and provides new URLs.
  if (!isSuccess(status))
    throw new PartRejected(`The upload of part ${number} failed with status ${status}.`);
}
