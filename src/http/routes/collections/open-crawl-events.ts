import * as z from "zod";
import { ServiceError } from "../../../domain/errors.ts";
import type { CrawlProgress } from "../../../domain/site-crawl.ts";
import { getCrawl } from "../../../services/collections/get-crawl.ts";
import { getCrawlState } from "../../../services/collections/open-crawl-events.ts";
import { fieldErrors } from "../../errors.ts";
import { errorClosingFrame } from "../../event-stream/close-codes.ts";
import { enterReader } from "../../event-stream/readers.ts";
import { openStateStream, type StreamState } from "../../event-stream/state-stream.ts";
import { STREAM_HEADERS, takesEventStream } from "../../event-stream/stream-headers.ts";
import { mapError } from "../../map-error.ts";
import { callerKey } from "../../middleware/rate-limit.ts";
import { prefersText } from "../../prefer.ts";
import type { RawRoute } from "../../register.ts";
import { type AppContext, serviceContext } from "../../request-scope.ts";
import { logError } from "../../respond.ts";
import { presentCrawl } from "../../wire/collections/crawl.ts";
import { idParam, withTextIdentifiers } from "../../wire/identifier.ts";

const request = z.object({
  collectionID: idParam("col"),
  "Last-Event-ID": z
    .string()
    .regex(/^\d{1,15}$/, "must be the id of an event")
    .transform(Number)
    .nullable(),
});

/** Streams the progress of a crawl after each page. */
export const openCrawlEventsRoute: RawRoute = {
  id: "openCrawlEvents",
  method: "GET",
  path: "/v1/collections/{collectionID}/crawl/events",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the collection",
  summary: "The progress of the crawl into a collection, as server-sent events.",
  async handle(c) {
    if (!takesEventStream(c))
      throw new ServiceError("invalid_argument", "Open this path with `Accept: text/event-stream`.");
    const parsed = request.safeParse({
      collectionID: c.req.param("collectionID"),
      "Last-Event-ID": c.req.header("last-event-id") || null,
    });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const { collectionID, "Last-Event-ID": seen } = parsed.data;
    const isText = prefersText(c.req.header("prefer"));
    const stateOf = (progress: CrawlProgress): StreamState => toldState(progress, isText);
    const first = stateOf(await getCrawl(serviceContext(c), collectionID));
    const hasSeenFirst = seen === first.version;
    // A 204 response stops an EventSource from reconnecting, as the HTML standard defines.
    if (hasSeenFirst && first.isLast) return new Response(null, { status: 204 });
    const look = async (since: number): Promise<StreamState | null> => {
      const progress = await getCrawlState(serviceContext(c), collectionID, since);
      return progress === null ? null : stateOf(progress);
    };
    const options = {
      first,
      hasSeenFirst,
      look,
      closingFrame: async (error: unknown) => await lastWord(c, error),
      left: c.req.raw.signal,
    };
    const body =
      c.req.method === "HEAD" ? null : openStateStream({ ...options, onOver: enterReader(callerKey(c)) });
    const applied: HeadersInit = isText ? { "preference-applied": "identifiers=text" } : {};
    return new Response(body, { headers: { ...STREAM_HEADERS, vary: "Accept, Prefer", ...applied } });
  },
};

function toldState(progress: CrawlProgress, isText: boolean): StreamState {
  const data = presentCrawl(progress);
  const isLast = progress.state !== "running";
  return { version: progress.modifiedAt, data: isText ? withTextIdentifiers(data) : data, isLast };
}

async function lastWord(c: AppContext, thrown: unknown): Promise<string | null> {
  return errorClosingFrame(
    logError(c, await mapError(c.var.scope.platform, thrown)),
    "You may not read this collection any more.",
  );
}
