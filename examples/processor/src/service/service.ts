import { setTimeout as wait } from "node:timers/promises";
import { listOf, recordOf, stringOf, type WaitingAsset, waitingAsset } from "./waiting-asset.ts";

const REQUEST_MS = 120_000;
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;

/** A permanent rejection by the service. */
export class Rejection extends Error {
  override readonly name = "Refused";
  /** An error code such as `failed_precondition` or `permission_denied`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Update {
  readonly step: "processing" | "extract" | "transcribe";
  readonly status: "started" | "progress" | "completed" | "failed";
  readonly message: string;
}

const STATUS_CODES = { started: 102, progress: 102, completed: 200, failed: 422 } as const;

/**
 * A client of the asset-status protocol. It retries temporary failures, because each of these requests is
 * idempotent.
 */
export class Service {
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  async listWaiting(signal: AbortSignal): Promise<WaitingAsset[]> {
    const answer = await this.#call("GET", "/v1/processing/assets?limit=50", undefined, signal);
    return listOf(recordOf(answer)["assets"]).map(waitingAsset);
  }

  /** @throws Refused `failed_precondition` if this job does not own the asset or no longer does */
  async report(assetID: string, jobID: string, update: Update, signal: AbortSignal): Promise<void> {
    const body = { assetID, jobID, statusCode: STATUS_CODES[update.status], ...update };
    await this.#call("POST", `/v1/asset-status/${assetID}`, JSON.stringify(body), signal);
  }

  async putArtifact(url: string, text: string, contentType: string, signal: AbortSignal): Promise<void> {
    await retried(signal, async (attempt) => {
      const headers = { "content-type": `${contentType}; charset=utf-8` };
      return await answered(
        await fetch(url, { method: "PUT", body: text, headers, redirect: "error", signal: attempt }),
      );
    });
  }

  /** Downloads the bytes of a file. @throws Refused when the link has expired */
  async getSource(url: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    return await retried(signal, async () => {
      const response = await fetch(url, { redirect: "error", signal });
      if (!response.ok || response.body === null) await answered(response);
      return response.body as ReadableStream<Uint8Array>;
    });
  }

  async #call(method: string, path: string, body: string | undefined, signal: AbortSignal): Promise<unknown> {
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { ...content, authorization: `Bearer ${this.#token}` };
    return await retried(signal, async (attempt) => {
      const init = { method, headers, redirect: "error" as const, signal: attempt };
      return await answered(
        await fetch(`${this.#origin}${path}`, body === undefined ? init : { ...init, body }),
      );
    });
  }
}

/** @returns `data` of the envelope. @throws Refused, or an Error that can be retried */
async function answered(response: Response): Promise<unknown> {
  const text = await response.text();
  const envelope = parsed(text);
  if (response.ok) return envelope["data"];
  if (response.status === 429 || response.status >= 500)
    throw new Error(`The service responded with status ${response.status}.`);
  throw new Rejection(safely(envelope, "code"), safely(envelope, "message"));
}

function parsed(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    throw new Error("The service's response is not JSON.");
  }
}

function safely(envelope: Record<string, unknown>, field: string): string {
  try {
    return stringOf(envelope, field);
  } catch {
    return "";
  }
}

/** @throws the last error; Refused without a retry */
export async function retried<T>(
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]));
    } catch (error) {
      if (error instanceof Rejection || signal.aborted || tried >= ATTEMPTS) throw error;
      await wait(FIRST_PAUSE_MS * 2 ** tried, undefined, { signal });
    }
  }
}
