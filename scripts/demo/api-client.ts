import * as z from "zod";
import { Failure, firstLine } from "../lib/failure.ts";
import { type Envelope, envelope } from "./wire.ts";

const REQUEST_TIMEOUT_MS = 90_000;

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Envelope;
}

/** Calls the service as one user, over HTTP. */
export class ApiClient {
  readonly origin: string;
  readonly token: string;

  /** @param token bearer token, sent with every call */
  constructor(origin: string, token: string) {
    this.origin = origin;
    this.token = token;
  }

  /** The answer, whatever it says. @throws Failure when there is none */
  async call(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await this.#fetch(method, path, content);
    const parsed = envelope.safeParse(await response.json());
    if (!parsed.success) throw new Failure(`${method} ${path}: the answer is no envelope.`);
    return { status: response.status, headers: response.headers, body: parsed.data };
  }

  /** The data of an operation that succeeds. @throws Failure with the service's own words when it does not */
  async data<T extends z.ZodType>(shape: T, method: string, path: string, body?: unknown): Promise<z.output<T>> {
    const answer = await this.call(method, path, body);
    if (answer.body.code !== "ok") throw new Failure(`${method} ${path}: ${answer.status} ${answer.body.code}: ${answer.body.message}`);
    return shape.parse(answer.body.data);
  }

  /** An answer that is text and not an envelope. @throws Failure */
  async text(path: string): Promise<string> {
    const response = await this.#fetch("GET", path, {});
    const text = await response.text();
    if (!response.ok) throw new Failure(`GET ${path}: ${response.status}: ${text.slice(0, 200)}`);
    return text;
  }

  async #fetch(method: string, path: string, content: { body?: string; headers?: Record<string, string> }): Promise<Response> {
    const headers = { ...content.headers, authorization: `Bearer ${this.token}` };
    const body = content.body === undefined ? {} : { body: content.body };
    try {
      return await fetch(new URL(path, this.origin), { method, headers, ...body, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    } catch (error) {
      throw new Failure(`${method} ${path}: no answer (${causeOf(error)}).`);
    }
  }
}

/** Sends bytes to a signed URL, which is its own credential. @throws Failure */
export async function putBytes(signedUrl: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
  const headers = { "content-type": contentType };
  const response = await fetch(signedUrl, { method: "PUT", headers, body: bytes, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Failure(`PUT of ${bytes.length} bytes: ${response.status}: ${text.slice(0, 200)}`);
}

/** `fetch` itself says only "fetch failed". */
function causeOf(error: unknown): string {
  return firstLine(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
