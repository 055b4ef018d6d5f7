import * as z from "zod";
import { ServiceError } from "../../../domain/errors.ts";
import { closingFrame } from "../../../domain/events.ts";
import {
  checkThreadEvents,
  openThreadEvents,
  type OpenThreadEventsInput,
} from "../../../services/threads/open-thread-events.ts";
import { closeCodeOf, errorClosingFrame } from "../../event-stream/close-codes.ts";
import { STREAM_HEADERS, takesEventStream } from "../../event-stream/stream-headers.ts";
import { openThreadStream } from "../../event-stream/thread-stream.ts";
import { mapError } from "../../map-error.ts";
import { fieldErrors, toServiceError } from "../../errors.ts";
import { authenticate, useKey } from "../../middleware/credential.ts";
import { callerKey, countRejection, requireRate } from "../../middleware/rate-limit.ts";
import { prefersText } from "../../prefer.ts";
import type { RawRoute } from "../../register.ts";
import { logRequestFault, logRejection } from "../../respond.ts";
import { type AppContext, serviceContext } from "../../request-scope.ts";
import { socketCookie } from "../../session-cookie.ts";
import { idParam } from "../../wire/identifier.ts";

const SUBPROTOCOL = "knowledge.v1";
const BEARER_PREFIX = "bearer.";

const MAX_PADDING_BYTES = 16_384;

const seq = z
  .string()
  .regex(/^\d{1,15}$/, "must be a sequence number")
  .transform(Number)
  .nullable();
const request = z.object({
  threadID: idParam("thread"),
  since: seq,
  identifiers: z.enum(["text", "bytes"]).nullable(),
  presence: z.enum(["true", "false"]).nullable(),
  drafts: z.enum(["true", "false"]).nullable(),
  times: z.enum(["true", "false"]).nullable(),
});
const streamRequest = request.extend({
  "Last-Event-ID": seq,
  padding: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number of bytes")
    .transform(Number)
    .pipe(z.int().max(MAX_PADDING_BYTES))
    .nullable(),
});

/**
 * Serves the live events of a thread, over a socket or as server-sent events. The route accepts a rejected
 * socket and closes it with a code, because browsers hide the response of a failed upgrade.
 */
export const openThreadEventsRoute: RawRoute = {
  id: "openThreadEvents",
  method: "GET",
  path: "/v1/threads/{threadID}/events",
  audience: "socket",
  acceptsKeys: true,
  access: "`read` on the thread, or a public token; `chat` to send",
  summary: "The live events of a thread, over a WebSocket or as server-sent events.",
  async handle(c) {
    const offered = (c.req.header("sec-websocket-protocol") ?? "")
      .split(",")
      .map((protocol) => protocol.trim());
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") return await stream(c, offered);
    const subprotocol = offered.includes(SUBPROTOCOL) ? SUBPROTOCOL : null;
    try {
      return await open(c, offered, subprotocol);
    } catch (error) {
      return refuse(
        c,
        (await countRejection(c)) ?? (await mapError(c.var.scope.platform, error)),
        subprotocol,
      );
    }
  },
};

async function open(
  c: AppContext,
  offered: readonly string[],
  subprotocol: typeof SUBPROTOCOL | null,
): Promise<Response> {
  await authenticateListener(c, offered, socketCookie(c));
  await requireRate(c, "request");
  const parsed = request.safeParse({
    threadID: c.req.param("threadID"),
    since: c.req.query("since") ?? null,
    identifiers: c.req.query("identifiers") ?? null,
    presence: c.req.query("presence") ?? null,
    drafts: c.req.query("drafts") ?? null,
    times: c.req.query("times") ?? null,
  });
  if (!parsed.success) throw fieldErrors(parsed.error.issues);
  const { threadID: threadId, since, identifiers } = parsed.data;
  const asked = {
    threadId,
    since,
    subprotocol,
    textIdentifiers: identifiers === "text",
    isStream: false,
    ...besides(parsed.data),
  };
  return await openThreadEvents(serviceContext(c), c.req.raw, { ...asked, ...calledBy(c) });
}

/** The requested frames and fields beyond the contract's. */
function besides({
  presence,
  drafts,
  times,
}: z.output<typeof request>): Pick<OpenThreadEventsInput, "presence" | "drafts" | "times"> {
  return { presence: presence === "true", drafts: drafts === "true", times: times === "true" };
}

/** The part of the room's input that depends on the caller. */
function calledBy(c: AppContext): Pick<OpenThreadEventsInput, "publicToken" | "rateKey"> {
  return {
    publicToken: c.req.query("publicAccessToken") ?? "",
    rateKey: c.var.scope.config.rateLimits ? callerKey(c) : null,
  };
}

/** Responds with server-sent events. A rejection before the first event becomes a normal error response. */
async function stream(c: AppContext, offered: readonly string[]): Promise<Response> {
  await authenticateListener(c, offered, c.var.scope.browser?.secret ?? null);
  await requireRate(c, "request");
  if (!takesEventStream(c)) {
    throw new ServiceError(
      "invalid_argument",
      "Open this path as a WebSocket (`Upgrade: websocket`), or with `Accept: text/event-stream`.",
    );
  }
  const parsed = streamRequest.safeParse({
    threadID: c.req.param("threadID"),
    since: c.req.query("since") ?? null,
    identifiers: c.req.query("identifiers") ?? null,
    presence: c.req.query("presence") ?? null,
    drafts: c.req.query("drafts") ?? null,
    times: c.req.query("times") ?? null,
    "Last-Event-ID": c.req.header("last-event-id") || null,
    padding: c.req.query("padding") ?? null,
  });
  if (!parsed.success) throw fieldErrors(parsed.error.issues);
  const {
    threadID: threadId,
    "Last-Event-ID": lastEventId,
    since: asked,
    identifiers,
    padding,
  } = parsed.data;
  const isPreferred = prefersText(c.req.header("prefer"));
  const textIdentifiers = isPreferred || identifiers === "text";
  const opening = {
    threadId,
    subprotocol: null,
    textIdentifiers,
    isStream: true,
    ...besides(parsed.data),
    ...calledBy(c),
  };
  // A reconnecting client repeats the same URL, so the newer `Last-Event-ID` overrides `since`.
  const since = lastEventId ?? asked;
  const open = async (behind: number): Promise<WebSocket> => {
    const { webSocket } = await openThreadEvents(serviceContext(c), c.req.raw, { ...opening, since: behind });
    if (webSocket === null)
      throw new ServiceError("unavailable", "The service cannot open the thread's events at the moment.");
    return webSocket;
  };
  const isHead = c.req.method === "HEAD";
  if (isHead) await checkThreadEvents(serviceContext(c), { ...opening, since });
  const body = isHead
    ? null
    : await openThreadStream({
        open,
        since,
        padding: padding ?? 0,
        closingFrame: lastWord,
        left: c.req.raw.signal,
      });
  const applied: HeadersInit = isPreferred ? { "preference-applied": "identifiers=text" } : {};
  return new Response(body, { headers: { ...STREAM_HEADERS, vary: "Accept, Prefer", ...applied } });
}

/** The last frame of a stream, equal to the frame of a closing socket. */
function lastWord(thrown: unknown): string | null {
  return errorClosingFrame(toServiceError(thrown), "You may not read this thread any more.");
}

/**
 * Authenticates by the Authorization header. A browser cannot set this header for a socket and offers its
 * token as a subprotocol instead, or sends the session cookie.
 */
async function authenticateListener(
  c: AppContext,
  offered: readonly string[],
  secret: string | null,
): Promise<void> {
  const token = offered.find((protocol) => protocol.startsWith(BEARER_PREFIX))?.slice(BEARER_PREFIX.length);
  const header = c.req.header("authorization") ?? (token === undefined ? null : `Bearer ${token}`);
  const scope = c.var.scope;
  scope.principal = await authenticate(c, header, async (hash) => await useKey(c, hash), secret);
  if (scope.principal.kind !== "anonymous") return;
  const publicToken = c.req.query("publicAccessToken");
  if (!publicToken) throw new ServiceError("unauthenticated", "Send a token.");
  scope.principal = { kind: "guest", publicToken };
}

function refuse(c: AppContext, thrown: unknown, subprotocol: string | null): Response {
  const error = toServiceError(thrown);
  logRejection(c, error);
  if (error.code === "internal") logRequestFault(c.var.scope.route, c.var.scope.operationId, error.cause);
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  const [code, reason] = [closeCodeOf(error), error.message.slice(0, 100)];
  const last = closingFrame(code, reason);
  if (last !== null) server.send(last);
  server.close(code, reason);
  const headers: HeadersInit = subprotocol === null ? {} : { "sec-websocket-protocol": subprotocol };
  return new Response(null, { status: 101, webSocket: client, headers });
}
