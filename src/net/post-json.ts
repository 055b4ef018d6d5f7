import { readLimited } from "./read-limited.ts";
import { retryAfterMs } from "./retry-after.ts";

export interface PostOrder {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** For everything together, the answer's last byte too. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface PostAnswer {
  readonly status: number;
  /** What `Retry-After` says, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Null: more than was allowed. Only of an answer that is ok. */
  readonly text: string | null;
}

/**
 * Sends JSON to an address that the operator has named, and to no other: redirects are answers like any other that is not ok.
 * @throws what `fetch` throws, and a TimeoutError
 */
export async function postJson(url: URL, { headers, body, timeoutMs, maxBytes }: PostOrder): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const init = { method: "POST", headers: { "content-type": "application/json", accept: "application/json", ...headers } };
  const response = await fetch(url, { ...init, body: JSON.stringify(body), redirect: "manual", signal });
  const answer = { status: response.status, retryAfterMs: retryAfterMs(response.headers.get("retry-after")) };
  if (!response.ok) {
    await response.body?.cancel();
    return { ...answer, text: null };
  }
  const { bytes, isCut } = await readLimited(response.body, maxBytes, signal);
  return { ...answer, text: isCut ? null : new TextDecoder().decode(bytes) };
}
