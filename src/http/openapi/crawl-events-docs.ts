import { STATE_LIMITS } from "../event-stream/state-stream.ts";
import { MAX_STREAMS_OF_USER } from "../event-stream/readers.ts";
import type { RawRouteDocs } from "./raw-docs.ts";

const MINUTES = (STATE_LIMITS.looks * STATE_LIMITS.lookMs) / 60_000;

export const CRAWL_EVENTS_DOCS: RawRouteDocs = {
  tag: "collections",
  description:
    "The `data` of each event is what `GET …/crawl` answers as `data`: first how the crawl is, then how it is after each change, at most every " +
    `${STATE_LIMITS.lookMs / 1_000} seconds. The stream ends behind the event in which the crawl is \`done\` or \`stopped\`. Come back with ` +
    "`Last-Event-ID`, as `EventSource` does by itself: what is seen already is not told again, and 204 says that nothing will follow. Who loses access, or " +
    'whose token expires, is told by a last frame, `{"error":{"code","message","messageId":"","closeCode"}}` with `closeCode` 4403 or 4401. A stream also ends after ' +
    `${MINUTES} minutes, and for who takes nothing for 30 seconds: come back. A user may have ${MAX_STREAMS_OF_USER} open in each Worker that serves them.`,
  security: [{ userToken: [] }, { apiKey: [] }],
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      description: "The last event that the client has.",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    },
    { name: "Prefer", in: "header", description: "`identifiers=text`; `Preference-Applied` says so.", schema: { type: "string" } },
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
