import { type SseLimits, parseSse } from "./parse-sse.ts";
import { retryAfterMs } from "./retry-after-ms.ts";

interface EventsOrder {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Aborts the connection at any time. */
  readonly signal: AbortSignal;
  readonly bounds: SseLimits;
}

export type SseResponse =
  | { readonly status: number; readonly events: AsyncGenerator<string, void> }
  /** The response has a status other than 2xx, or a body without events. */
  | { readonly status: number; readonly events: null; readonly retryAfterMs: number | null };

/**
 * Posts JSON to an address that the operator configured and reads server-sent events. Follows no redirects.
 * @throws any error of `fetch`
 */
export async function postSse(
  url: URL,
  { headers, body, signal, bounds }: EventsOrder,
): Promise<SseResponse> {
  const all = { "content-type": "application/json", accept: "text/event-stream", ...headers };
  const response = await fetch(url, {
    method: "POST",
    headers: all,
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
  const { status } = response;
  const isStream =
    response.ok && (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
  if (isStream && response.body !== null) return { status, events: parseSse(response.body, bounds, signal) };
  await response.body?.cancel();
  return { status, events: null, retryAfterMs: retryAfterMs(response.headers.get("retry-after")) };
}
