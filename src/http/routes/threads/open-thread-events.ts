import * as z from "zod";
import { type ErrorCode, ServiceError } from "../../../domain/errors.ts";
import { closingFrame } from "../../../domain/events.ts";
import { openThreadEvents } from "../../../services/threads/open-thread-events.ts";
import { fieldErrors, toServiceError } from "../../errors.ts";
import { authenticatorOf } from "../../middleware/credential.ts";
import { callerKey, countRefusal, requireRate } from "../../middleware/rate-limit.ts";
import type { RawRoute } from "../../register.ts";
import { logFault, noteRefusal } from "../../respond.ts";
import { type Http, serviceContext } from "../../request-scope.ts";
import { idParam } from "../../wire/identifier.ts";

const SUBPROTOCOL = "knowledge.v1";
const BEARER_PREFIX = "bearer.";

const request = z.object({
  threadID: idParam("thread"),
  since: z
    .string()
    .regex(/^\d{1,15}$/, "must be a sequence number")
    .transform(Number)
    .nullable(),
  identifiers: z.enum(["text", "bytes"]).nullable(),
});

/** The live events of a thread. A refusal is accepted first and closed with a code, because a browser sees nothing of a refused upgrade. */
export const threadEvents: RawRoute = {
  id: "openThreadEvents",
  method: "GET",
  path: "/v1/threads/{threadID}/events",
  who: "socket",
  access: "Whoever may read the thread, as its user or its guest; to send, `chat` on the thread's home",
  summary: "The live events of a thread, over a WebSocket.",
  async handle(c) {
    const offered = (c.req.header("sec-websocket-protocol") ?? "").split(",").map((protocol) => protocol.trim());
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
      await authenticate(c, offered);
      throw new ServiceError("invalid_argument", "Open this path as a WebSocket: `Upgrade: websocket`.");
    }
    const subprotocol = offered.includes(SUBPROTOCOL) ? SUBPROTOCOL : null;
    try {
      return await open(c, offered, subprotocol);
    } catch (error) {
      return refuse(c, (await countRefusal(c)) ?? error, subprotocol);
    }
  },
};

async function open(c: Http, offered: readonly string[], subprotocol: typeof SUBPROTOCOL | null): Promise<Response> {
  await authenticate(c, offered);
  await requireRate(c, "request");
  const parsed = request.safeParse({
    threadID: c.req.param("threadID"),
    since: c.req.query("since") ?? null,
    identifiers: c.req.query("identifiers") ?? null,
  });
  if (!parsed.success) throw fieldErrors(parsed.error.issues);
  const { threadID: threadId, since, identifiers } = parsed.data;
  const textIdentifiers = identifiers === "text";
  const publicToken = c.req.query("publicAccessToken") ?? "";
  const rateKey = c.var.scope.config.rateLimits ? callerKey(c) : null;
  return await openThreadEvents(serviceContext(c), c.req.raw, { threadId, publicToken, since, subprotocol, rateKey, textIdentifiers });
}

/** The header; a browser cannot set one, and offers its token as a subprotocol instead. */
async function authenticate(c: Http, offered: readonly string[]): Promise<void> {
  const token = offered.find((protocol) => protocol.startsWith(BEARER_PREFIX))?.slice(BEARER_PREFIX.length);
  const header = c.req.header("authorization") ?? (token === undefined ? null : `Bearer ${token}`);
  const scope = c.var.scope;
  scope.principal = await authenticatorOf(scope.config).authenticate(header);
  if (scope.principal.kind !== "anonymous") return;
  const publicToken = c.req.query("publicAccessToken");
  if (!publicToken) throw new ServiceError("unauthenticated", "Send a token.");
  scope.principal = { kind: "guest", publicToken };
}

const CLOSE_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_argument: 4400,
  unauthenticated: 4401,
  permission_denied: 4403,
  failed_precondition: 4403,
  not_found: 4404,
  resource_exhausted: 4429,
  unavailable: 1013,
};

function refuse(c: Http, thrown: unknown, subprotocol: string | null): Response {
  const error = toServiceError(thrown);
  noteRefusal(c, error);
  if (error.code === "internal") logFault(c.var.scope.route, c.var.scope.operationId, error.cause);
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  const [code, reason] = [CLOSE_CODES[error.code] ?? 1011, error.message.slice(0, 100)];
  const last = closingFrame(code, reason);
  if (last !== null) server.send(last);
  server.close(code, reason);
  const headers: HeadersInit = subprotocol === null ? {} : { "sec-websocket-protocol": subprotocol };
  return new Response(null, { status: 101, webSocket: client, headers });
}
