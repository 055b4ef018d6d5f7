import { effectiveActions, parseGranted } from "../../domain/access.ts";
import { requireAction } from "../../domain/authorized.ts";
import { type ErrorCode, notFound, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findGuestLink } from "../../storage/d1/threads/guest-view.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import {
  correctConnections,
  countConnections,
  MAX_CONNECTIONS_PER_USER,
  recordPresence,
  someCountedRooms,
} from "../../storage/d1/threads/presence.ts";
import { findThread, type ThreadAccess } from "../../storage/d1/threads/threads.ts";
import {
  REJECTION_HEADER,
  SESSION_HEADER,
  type SocketSession,
  type Upgrade,
} from "../../thread-room/connections/socket-session.ts";
import { cutText } from "../../text/cut-text.ts";
import { type Actor, actorSql, type Context, readAsUser, requireUserPrincipal } from "../context/context.ts";
import { hashOfPublicToken } from "./internal/public-token.ts";
import { roomKeyOf } from "./internal/submit-to-room.ts";

export interface OpenThreadEventsInput {
  readonly threadId: Id<"thread">;
  /** Token of a public link. Empty without one. */
  readonly publicToken: string;
  /** Number of the last event that the client received. Null requests future events only. */
  readonly since: number | null;
  readonly subprotocol: "knowledge.v1" | null;
  /** Key of the message rate limit. Null means no limit. */
  readonly rateKey: string | null;
  /** True if frames contain identifiers as text. */
  readonly textIdentifiers: boolean;
  /** True if the connection serves an HTTP stream instead of a socket of the caller. */
  readonly isStream: boolean;
  /** True to receive presence. */
  readonly presence: boolean;
  /** True to receive drafts of answers. */
  readonly drafts: boolean;
  /** True if frames have the time of their change. */
  readonly times: boolean;
}

/** Options of the connection for the room. */
interface Asked extends Pick<
  OpenThreadEventsInput,
  "rateKey" | "textIdentifiers" | "isStream" | "presence" | "drafts" | "times"
> {
  readonly tokenExpiresAt: number | null;
}

/** Maximum length of a display name. It is short, because the attachment of a socket is small. */
const MAX_NAME = 100;

type GuestLink = Awaited<ReturnType<typeof findGuestLink>>[number];

/**
 * Opens a socket of a thread. D1 checks that the caller may subscribe as a reader or guest. The room receives
 * their identity.
 * @returns the response of the room to the upgrade
 * @throws ServiceError `not_found`, or `permission_denied` for a link that ends at a message, before the
 * request reaches the room
 * @throws ServiceError for a stream that the room rejects. A rejected socket is closed by the room instead.
 */
export async function openThreadEvents(
  ctx: Context,
  request: Request,
  input: OpenThreadEventsInput,
): Promise<Response> {
  const { since, subprotocol } = input;
  const session = await sessionOf(ctx, input, true);
  const upgrade: Upgrade = { session, since, subprotocol };
  const headers = new Headers({ upgrade: "websocket", [SESSION_HEADER]: JSON.stringify(upgrade) });
  const response = await ctx.platform
    .room(session.threadId)
    .fetch(new Request(new URL("/", request.url), { headers }));
  const refused = response.headers.get(REJECTION_HEADER);
  if (refused !== null)
    throw new ServiceError(CODE_OF_CLOSE[refused] ?? "unavailable", await response.text());
  return response;
}

/** Error codes by the close code with which the room rejects a socket. */
const CODE_OF_CLOSE: Readonly<Record<string, ErrorCode>> = {
  4401: "unauthenticated",
  4403: "permission_denied",
  4412: "unavailable",
  4429: "resource_exhausted",
};

/**
 * Checks if the caller may subscribe. Throws the access errors of `openThreadEvents` and opens no connection.
 */
export async function checkThreadEvents(ctx: Context, input: OpenThreadEventsInput): Promise<void> {
  await sessionOf(ctx, input, false);
}

/** @param opens true to count the connection, because the caller will open it */
async function sessionOf(ctx: Context, input: OpenThreadEventsInput, opens: boolean): Promise<SocketSession> {
  const { db } = ctx;
  const { threadId, publicToken, rateKey, textIdentifiers, isStream, presence, drafts, times } = input;
  const asked = { rateKey, textIdentifiers, isStream, presence, drafts, times };
  const link = publicToken === "" ? null : findGuestLink(db, threadId, await hashOfPublicToken(publicToken));
  if (ctx.principal.kind === "guest") {
    if (link === null) throw notFound("thread");
    const guest = guestSession(ctx, threadId, (await db.read({ link })).link[0], {
      tokenExpiresAt: null,
      ...asked,
    });
    ctx.onActor(guest.tokenId);
    return guest;
  }
  const listener = actorSql(ctx);
  const queries = {
    thread: findThread(db, listener, threadId),
    connections: countConnections(db, listener),
    ...(opens ? { presence: recordPresence(db, listener, threadId, ctx.now) } : {}),
    ...(link === null ? {} : { link }),
  };
  const first = await readAsUser(ctx, queries);
  const { actor, rows } = hasTooMany(first.rows) ? await recountConnections(ctx, queries) : first;
  const thread = rows.thread[0];
  const { expiresAt: end } = ctx.principal.kind === "key" ? ctx.principal : requireUserPrincipal(ctx);
  const expiresAt = end.getTime();
  if (canRead(thread) || link === null)
    return userSession(ctx, actor, thread, { tokenExpiresAt: expiresAt, ...asked });
  return guestSession(ctx, threadId, (rows as { readonly link?: readonly GuestLink[] }).link?.[0], {
    tokenExpiresAt: expiresAt,
    ...asked,
  });
}

interface Counted {
  readonly thread: readonly ThreadAccess[];
  readonly connections: readonly { readonly total: number }[];
}

/** True if the user has too many connections. Guests are not counted. */
function hasTooMany({ thread, connections }: Counted): boolean {
  return canRead(thread[0]) && (connections[0]?.total ?? 0) >= MAX_CONNECTIONS_PER_USER;
}

/** Maximum time in milliseconds between the count of a connection and its opening. */
const MAX_OPENING_MS = 15_000;
/** Maximum number of rooms that recount their connections before the service rejects a user. */
const MAX_RECOUNTED_ROOMS = 3;

/**
 * Lets some rooms recount the connections of the user. The stored counts may be too high, because a crash or
 * some closed connections did not reduce them.
 * @throws ServiceError `resource_exhausted`
 */
async function recountConnections<
  Q extends Record<string, Statement> & { readonly [K in keyof Counted]: Statement },
>(ctx: Context, queries: Q) {
  const { db, now, platform } = ctx;
  const before = new Date(now.getTime() - MAX_OPENING_MS);
  const { rooms } = await db.read({
    rooms: someCountedRooms(db, actorSql(ctx), before, MAX_RECOUNTED_ROOMS),
  });
  const counts = await Promise.all(
    rooms.map(async ({ threadId, userId }) => await platform.room(threadId).countConnections(userId)),
  );
  if (rooms.length > 0)
    await db.write(rooms.map((room, at) => correctConnections(db, room, counts[at] ?? room.connections)));
  const again = await readAsUser(ctx, queries);
  if (!hasTooMany(again.rows as unknown as Counted)) return again;
  throw new ServiceError(
    "resource_exhausted",
    `A user can have at most ${MAX_CONNECTIONS_PER_USER} connections. Close some of them.`,
  );
}

function canRead(thread: ThreadAccess | undefined): boolean {
  return effectiveActions(parseGranted(thread?.granted ?? null)).includes("read");
}

function userSession(
  ctx: Context,
  actor: Actor,
  found: ThreadAccess | undefined,
  asked: Asked & { readonly tokenExpiresAt: number },
): SocketSession {
  const thread = requireAction(found, "read", "thread");
  const sessionId = ctx.principal.kind === "user" ? ctx.principal.sessionId : undefined;
  return {
    kind: "user",
    userId: actor.id,
    key: roomKeyOf(ctx),
    ...(sessionId === undefined ? {} : { sessionId }),
    displayName: cutText(actor.displayName, MAX_NAME),
    ...asked,
    openedAt: ctx.now.getTime(),
    threadId: thread.id,
    organizationId: thread.organizationId,
    tenantId: thread.tenantId,
    canWrite: effectiveActions(parseGranted(thread.granted)).includes("chat"),
  };
}

function guestSession(ctx: Context, threadId: Id<"thread">, link: GuestLink | undefined, asked: Asked) {
  if (link === undefined) throw notFound("thread");
  if (link.messageId !== null) {
    throw new ServiceError(
      "permission_denied",
      "This link shows the thread up to one message, so it has no events.",
    );
  }
  return {
    kind: "guest" as const,
    tokenId: link.id,
    ...asked,
    openedAt: ctx.now.getTime(),
    threadId,
    organizationId: link.organizationId,
    tenantId: link.tenantId,
  };
}
