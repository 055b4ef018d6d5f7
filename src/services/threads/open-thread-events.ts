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
  notePresence,
  someCountedRooms,
} from "../../storage/d1/threads/presence.ts";
import { findThread, type ThreadAccess } from "../../storage/d1/threads/threads.ts";
import { REFUSAL_HEADER, SESSION_HEADER, type SocketSession, type Upgrade } from "../../thread-room/connections/socket-session.ts";
import { cutText } from "../../text/cut-text.ts";
import { type Actor, actorSql, type Context, readAsUser, requireUserPrincipal } from "../context/context.ts";
import { hashOfPublicToken } from "./link-token.ts";
import { keyOf } from "./submit-to-room.ts";

export interface OpenThreadEventsInput {
  readonly threadId: Id<"thread">;
  /** Of a public link; "" without one. */
  readonly publicToken: string;
  /** The last event that the client has seen; null: only what happens from now on. */
  readonly since: number | null;
  readonly subprotocol: "knowledge.v1" | null;
  /** Whose messages are counted together; null: they are not limited. */
  readonly rateKey: string | null;
  /** Whether identifiers are told as text. */
  readonly textIdentifiers: boolean;
  /** Whether it is opened for an HTTP stream, and not for the caller themself. */
  readonly isStream: boolean;
  /** Whether they are sent who is here. */
  readonly presence: boolean;
  /** Whether it is sent drafts of answers. */
  readonly drafts: boolean;
}

/** What the room is given of the caller beside who they are. */
interface Asked extends Pick<OpenThreadEventsInput, "rateKey" | "textIdentifiers" | "isStream" | "presence" | "drafts"> {
  readonly tokenExpiresAt: number | null;
}

/** What a socket keeps of its user is small. */
const MAX_NAME = 100;

type GuestLink = Awaited<ReturnType<typeof findGuestLink>>[number];

/**
 * Opens a socket of a thread: D1 says here whether the caller may listen, as one who may read it or as a guest, and the room is given who they are.
 * @returns the room's answer to the upgrade
 * @throws ServiceError, before the room is woken: `not_found`; `permission_denied` for a link that names a message. What the room itself
 * refuses is thrown for a stream, and becomes a close of the socket otherwise
 */
export async function openThreadEvents(ctx: Context, request: Request, input: OpenThreadEventsInput): Promise<Response> {
  const { since, subprotocol } = input;
  const session = await sessionOf(ctx, input, true);
  const upgrade: Upgrade = { session, since, subprotocol };
  const headers = new Headers({ upgrade: "websocket", [SESSION_HEADER]: JSON.stringify(upgrade) });
  const response = await ctx.platform.room(session.threadId).fetch(new Request(new URL("/", request.url), { headers }));
  const refused = response.headers.get(REFUSAL_HEADER);
  if (refused !== null) throw new ServiceError(REFUSALS[refused] ?? "unavailable", await response.text());
  return response;
}

/** By the code with which the room closes a socket that it refuses. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  4401: "unauthenticated",
  4403: "permission_denied",
  4412: "unavailable",
  4429: "resource_exhausted",
};

/** Whether the caller may listen: what `openThreadEvents` throws before the room is woken, without opening anything. */
export async function checkThreadEvents(ctx: Context, input: OpenThreadEventsInput): Promise<void> {
  await sessionOf(ctx, input, false);
}

/** @param opens whether a connection is opened, and counted */
async function sessionOf(ctx: Context, input: OpenThreadEventsInput, opens: boolean): Promise<SocketSession> {
  const { db } = ctx;
  const { threadId, publicToken, rateKey, textIdentifiers, isStream, presence, drafts } = input;
  const asked = { rateKey, textIdentifiers, isStream, presence, drafts };
  const link = publicToken === "" ? null : findGuestLink(db, threadId, await hashOfPublicToken(publicToken));
  if (ctx.principal.kind === "guest") {
    if (link === null) throw notFound("thread");
    const guest = guestSession(ctx, threadId, (await db.read({ link })).link[0], { tokenExpiresAt: null, ...asked });
    ctx.onActor(guest.tokenId);
    return guest;
  }
  const listener = actorSql(ctx);
  const queries = {
    thread: findThread(db, listener, threadId),
    connections: countConnections(db, listener),
    ...(opens ? { presence: notePresence(db, listener, threadId, ctx.now) } : {}),
    ...(link === null ? {} : { link }),
  };
  const first = await readAsUser(ctx, queries);
  const { actor, rows } = hasTooMany(first.rows) ? await askAgain(ctx, queries) : first;
  const thread = rows.thread[0];
  const { expiresAt: end } = ctx.principal.kind === "key" ? ctx.principal : requireUserPrincipal(ctx);
  const expiresAt = end.getTime();
  if (canRead(thread) || link === null) return userSession(ctx, actor, thread, { tokenExpiresAt: expiresAt, ...asked });
  return guestSession(ctx, threadId, (rows as { readonly link?: readonly GuestLink[] }).link?.[0], { tokenExpiresAt: expiresAt, ...asked });
}

interface Counted {
  readonly thread: readonly ThreadAccess[];
  readonly connections: readonly { readonly total: number }[];
}

/** Of who may listen as a user. */
function hasTooMany({ thread, connections }: Counted): boolean {
  return canRead(thread[0]) && (connections[0]?.total ?? 0) >= MAX_CONNECTIONS_PER_USER;
}

/** Longer than any connection takes from being counted to being open. */
const UNDER_WAY_MS = 15_000;
/** So many rooms are asked how many connections there really are, before somebody is refused. */
const ROOMS_ASKED = 3;

/**
 * Has some rooms count again: what was counted when connections were opened holds those that have closed beside others, or with a crash.
 * @throws ServiceError `resource_exhausted`
 */
async function askAgain<Q extends Record<string, Statement> & { readonly [K in keyof Counted]: Statement }>(ctx: Context, queries: Q) {
  const { db, now, platform } = ctx;
  const before = new Date(now.getTime() - UNDER_WAY_MS);
  const { rooms } = await db.read({ rooms: someCountedRooms(db, actorSql(ctx), before, ROOMS_ASKED) });
  const counts = await Promise.all(rooms.map(async ({ threadId, userId }) => await platform.room(threadId).countConnections(userId)));
  if (rooms.length > 0) await db.write(rooms.map((room, at) => correctConnections(db, room, counts[at] ?? room.connections)));
  const again = await readAsUser(ctx, queries);
  if (!hasTooMany(again.rows as unknown as Counted)) return again;
  throw new ServiceError("resource_exhausted", `A user can have at most ${MAX_CONNECTIONS_PER_USER} connections. Close some of them.`);
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
  return {
    kind: "user",
    userId: actor.id,
    key: keyOf(ctx),
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
    throw new ServiceError("permission_denied", "This link shows the thread up to one message, so it has no events.");
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
