import { STATE_LIMITS } from "../event-stream/state-stream.ts";
import { MAX_STREAMS_OF_USER } from "../event-stream/readers.ts";
import type { RawRouteDocs } from "./raw-docs.ts";
import { MS_PER_SECOND, MS_PER_MINUTE } from "../../domain/time.ts";

const MINUTES = (STATE_LIMITS.looks * STATE_LIMITS.lookMs) / MS_PER_MINUTE;

export const CRAWL_EVENTS_DOCS: RawRouteDocs = {
  tag: "collections",
  description:
    "The `data` of each event equals the `data` of `GET …/crawl`. The first event has the current state, and each change adds " +
    `an event, at most every ${STATE_LIMITS.lookMs / MS_PER_SECOND} seconds. The stream ends after the event with the state \`done\` or ` +
    "`stopped`. Reconnect with `Last-Event-ID`, as `EventSource` does: the service repeats no event, and 204 means that no " +
    "event will follow. If the caller loses access or the token expires, a last frame " +
    '`{"error":{"code","message","messageId":"","closeCode"}}` has `closeCode` 4403 or 4401. A stream also ends after ' +
    `${MINUTES} minutes, or if the client reads nothing for 30 seconds. Reconnect then. A user may open ` +
    `${MAX_STREAMS_OF_USER} streams in each Worker instance.`,
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      description: "The last event that the client received.",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    },
    {
      name: "Prefer",
      in: "header",
      description: "`identifiers=text`; `Preference-Applied` confirms it.",
      schema: { type: "string" },
    },
  ],
  responses: {
    200: {
      description: "The stream.",
      content: {
        "text/event-stream": {
          schema: { type: "string" },
          example:
            'id: 1791028800000\ndata: {"collectionId":[],"mode":"site","state":"running","maxPages":100,"maxDepth":2,"found":5,"fetched":2,"failed":0,"left":3,"failures":[]}\n\n',
        },
      },
    },
    204: { description: "The crawl has ended, and the client has its last event." },
  },
  errors: [400, 401, 403, 404, 409],
};
