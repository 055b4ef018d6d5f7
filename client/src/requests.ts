import type { Credential } from "./credential.ts";
import { ApiError } from "./errors.ts";
import { newId } from "./identifiers.ts";
import { parseJson } from "./parse-json.ts";
import { pathSegment } from "./path-segment.ts";
import { type Retry, withRetry } from "./retry.ts";
import { abortable } from "./abortable.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const NOT_MODIFIED = 304;

type QueryValue = string | number | boolean;

/** The parts of a request without their types. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export type BytesInput = Omit<RequestParts, "body">;

/** Sends requests as one user. */
export class Requests {
  readonly #origin: string;
  readonly #credential: Credential;
  readonly #fetch: Fetch;
  readonly #retry: Retry | undefined;

  constructor(origin: string, credential: Credential, fetch: Fetch, retry?: Retry) {
    this.#origin = origin;
    this.#credential = credential;
    this.#fetch = fetch;
    this.#retry = retry;
  }

  /**
   * Retries a request while the service is unavailable. Changes carry an `Idempotency-Key`, so that they
   * happen once.
   * @returns the envelope, or the bare response of an operation without one
   * @throws ApiError for unsuccessful responses; TypeError for an invalid parameter; errors of `fetch` and of
   * the token source
   */
  async send(method: string, path: string, parts: RequestParts): Promise<unknown> {
    // Fails early: a retry cannot fix an invalid parameter.
    filled(path, parts.params);
    const keyed =
      method === "GET" ? parts : { ...parts, headers: { "idempotency-key": newId("op"), ...parts.headers } };
    return await withRetry(async () => await this.sendOnce(method, path, keyed), this.#retry, parts.signal);
  }

  /** Sends a request like `send`, without retries. */
  async sendOnce(method: string, path: string, parts: RequestParts): Promise<unknown> {
    return await answerOf(await this.#answered(method, path, parts), { method, path });
  }

  /**
   * @returns the response's stream; null if it has no body
   * @throws as `send` does
   */
  async open(method: string, path: string, parts: RequestParts): Promise<Response["body"]> {
    const response = await this.#answered(method, path, parts);
    if (!response.ok) await answerOf(response, { method, path });
    return response.body;
  }

  /**
   * Sends a request like `send` and returns its response, whatever its type. 304 is a response too.
   * @throws as `send` does
   */
  async bytes(method: string, path: string, parts: RequestParts): Promise<Response> {
    filled(path, parts.params);
    const fetched = async (): Promise<Response> => {
      const response = await this.#answered(method, path, parts);
      if (!response.ok && response.status !== NOT_MODIFIED) await answerOf(response, { method, path });
      return response;
    };
    return await withRetry(fetched, this.#retry, parts.signal);
  }

  async #answered(method: string, path: string, parts: RequestParts): Promise<Response> {
    const { signal } = parts;
    const token = await abortable(this.#credential.token(), signal);
    const response = await this.#fetchAs(token, method, path, parts);
    if (response.status !== 401 || !this.#credential.isRenewable) return response;
    // The token may have expired in transit.
    const renewed = await abortable(this.#credential.token(token), signal);
    if (renewed === token) return response;
    await response.body?.cancel();
    return await this.#fetchAs(renewed, method, path, parts);
  }

  #fetchAs(
    token: string,
    method: string,
    path: string,
    { params, query = {}, body, headers, signal }: RequestParts,
  ) {
    const url = new URL(filled(path, params), this.#origin);
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one));
    }
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const init: RequestInit = {
      method,
      headers: { ...json, ...this.#credential.headers(token), ...headers },
      ...(this.#credential.cookies === undefined ? {} : { credentials: this.#credential.cookies }),
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    };
    // Browsers reject a call of `fetch` as a method of another object.
    const fetch = this.#fetch;
    return fetch(url.href, init);
  }
}

function filled(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(params[name] ?? ""));
}

async function answerOf(response: Response, asked: Pick<ApiError, "method" | "path">): Promise<unknown> {
  const text = await response.text();
  const type = (response.headers.get("content-type") ?? "").toLowerCase();
  const isJson = type.startsWith("application/json");
  const answer: unknown = isJson ? parseJson(text) : type.startsWith("text/plain") ? text : null;
  const told = isJson ? envelopeOf(answer) : null;
  if (response.ok && answer !== null && (told === null || told.code === "ok")) return answer;
  throw new ApiError({
    ...asked,
    status: response.status,
    code: told?.code ?? "unknown",
    message: told?.message ?? `The response has status ${response.status}.`,
    operationId: response.headers.get("x-operation-id") ?? "",
    issues: told?.data?.issues ?? [],
  });
}

interface Told {
  readonly code: string;
  readonly message: string;
  readonly data?: { readonly issues?: ApiError["issues"] };
}

/** Reads the envelope of a response; null for a response without an envelope. */
function envelopeOf(answer: unknown): Told | null {
  if (typeof answer !== "object" || answer === null || !("code" in answer) || !("message" in answer))
    return null;
  return typeof answer.code === "string" && typeof answer.message === "string" ? (answer as Told) : null;
}
