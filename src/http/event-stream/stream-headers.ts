import { accepts } from "hono/accepts";
import type { AppContext } from "../request-scope.ts";

const EVENT_STREAM = "text/event-stream";

/** Headers of server-sent events, which disable caching, transformation and buffering. */
export const STREAM_HEADERS = {
  "content-type": EVENT_STREAM,
  "cache-control": "private, no-store, no-cache, no-transform",
  "x-accel-buffering": "no",
};

export function takesEventStream(c: AppContext): boolean {
  return accepts(c, { header: "Accept", supports: [EVENT_STREAM], default: "" }) === EVENT_STREAM;
}
