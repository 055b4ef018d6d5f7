import { type EventBounds, readEventData } from "./read-event-data.ts";
import { retryAfterMs } from "./retry-after.ts";

interface EventsOrder {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Ends the connection, whatever has come of it. */
  readonly signal: AbortSignal;
  readonly bounds: EventBounds;
}

export type EventsAnswer =
  | { readonly status: number; readonly events: AsyncGenerator<string, void> }
  /** Another status than 2xx, or another body than events. */
  | { readonly status: number; readonly events: null; readonly retryAfterMs: number | null };

/**
 * Sends JSON to an address that the operator has named, and to no other, and reads server-sent events. Redirects are answers like any other that
 * is not ok.
 * @throws what `fetch` throws
 */
export async function postForEvents(url: URL, { headers, body, signal, bounds }: EventsOrder): Promise<EventsAnswer> {
  const all = { "content-type": "application/json", accept: "text/event-stream", ...headers };
  const response = await fetch(url, { method: "POST", headers: all, body: JSON.stringify(body), redirect: "manual", signal });
  const { status } = response;
  const isStream = response.ok && (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
  if (isStream && response.body !== null) return { status, events: readEventData(response.body, bounds, signal) };
  await response.body?.cancel();
  return { status, events: null, retryAfterMs: retryAfterMs(response.headers.get("retry-after")) };
}
