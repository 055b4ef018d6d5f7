import { readLimited } from "./read-limited.ts";
import { retryAfterMs } from "./retry-after-ms.ts";

export interface PostOrder {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Time for the whole exchange, including the last byte of the response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface PostAnswer {
  readonly status: number;
  /** Delay from the header `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The body; null if it exceeds the limit or the status is not 2xx. */
  readonly text: string | null;
}

/**
 * Posts JSON to an address that the operator configured. Follows no redirects.
 * @throws any error of `fetch`, and TimeoutError
 */
export async function postJson(
  url: URL,
  { headers, body, timeoutMs, maxBytes }: PostOrder,
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
  };
  const response = await fetch(url, { ...init, body: JSON.stringify(body), redirect: "manual", signal });
  const answer = { status: response.status, retryAfterMs: retryAfterMs(response.headers.get("retry-after")) };
  if (!response.ok) {
    await response.body?.cancel();
    return { ...answer, text: null };
  }
  const { bytes, isCut } = await readLimited(response.body, maxBytes, signal);
  return { ...answer, text: isCut ? null : new TextDecoder().decode(bytes) };
}
