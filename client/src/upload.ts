import { type Backoff, equalJitter } from "./backoff.ts";
import { isRefusal } from "./errors.ts";
import type { AnswerOf, Schemas } from "./operation-types.ts";
import { pause } from "./pause.ts";
import type { Fetch, Requests } from "./requests.ts";

export interface UploadOptions {
  /** Of the file, hexadecimal: when other bytes arrive, the asset fails with that reason. */
  readonly sha256?: string;
  /** Told after each part, and first with what had arrived before. */
  readonly onProgress?: (sentBytes: number) => void;
  readonly signal?: AbortSignal;
  /** Pauses between failures, and how many in a row are too many. Default: half a second, doubling up to 15; eight. */
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

/** Sends what is missing of a file, part by part, until all of it is there. */
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
        await sendPart(fetch, part, bytes, signal);
        // Whoever comes on may fail again.
        failures = 0;
        onProgress?.((sent += part.size));
      }
      return ((await requests.sendOnce("POST", `${MULTIPART}/complete`, input)) as Completed).data;
    } catch (error) {
      signal?.throwIfAborted();
      failures += 1;
      if (failures >= maxFailures || (isRefusal(error) && error.code !== "aborted")) throw error;
      await pause(equalJitter(backoff, failures, Math.random()), signal);
    }
  }
}

class PartRefused extends Error {}

async function sendPart(fetch: Fetch, { url, number }: Part, body: Blob, signal: AbortSignal | undefined): Promise<void> {
  const response = await fetch(url, { method: "PUT", body, signal: signal ?? null });
  await response.text();
  // A refusal has its reason where the upload is looked at again: its URLs are fresh then.
  if (!response.ok) throw new PartRefused(`Part ${number} was answered with the status ${response.status}.`);
}
