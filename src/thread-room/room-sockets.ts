import { guestFrame } from "./guest-frame.ts";
import type { Listeners } from "../storage/d1/presence-store.ts";
import { type SocketSession, socketSession, type Upgrade } from "./socket-session.ts";

export const CLOSE = { badRequest: 4400, unauthenticated: 4401, forbidden: 4403, tooLarge: 4413, tooMany: 4429 } as const;
export const MAX_SOCKETS = 1_000;
/** Anybody may have the link: its guests leave room for members. */
export const MAX_GUESTS = 500;
const NORMAL_CLOSURE = 1000;
/** Codes that are only ever reported, never sent. */
const UNSENDABLE = new Set([1005, 1006, 1015]);

/** The tag of every guest's socket; another one is its link's token id. */
const GUEST = "guest";

type SocketHost = Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets">;

/** The hibernating sockets of a room. A socket that fails is closed alone; nobody waits for it. */
export class RoomSockets {
  readonly #host: SocketHost;
  /** Attachments read so far: fan-out must not parse them anew for every frame. */
  readonly #sessions = new WeakMap<WebSocket, SocketSession>();

  constructor(host: SocketHost) {
    this.#host = host;
  }

  /**
   * No await here: between the log that is replayed and the next broadcast nothing may come.
   * @param missed null: the newcomer may not listen, and is told so by the close code
   */
  join({ session, subprotocol }: Upgrade, missed: Iterable<string> | null, now: number): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    const headers: Record<string, string> = subprotocol === null ? {} : { "sec-websocket-protocol": subprotocol };
    const response = new Response(null, { status: 101, webSocket: client, headers });
    if (this.#isFullFor(session)) {
      server.accept();
      server.close(CLOSE.tooMany, "This thread has as many listeners as it can have.");
      return response;
    }
    if (missed === null) {
      server.accept();
      closeBarred(server);
      return response;
    }
    this.#host.acceptWebSocket(server, session.kind === "guest" ? [GUEST, session.tokenId] : []);
    server.serializeAttachment(session);
    this.#sessions.set(server, session);
    if (this.sessionOf(server, now) === null) return response;
    for (const frame of missed) {
      const heard = session.kind === "guest" ? guestFrame(frame) : frame;
      if (heard !== null) send(server, heard);
    }
    return response;
  }

  /** Guests' frames are made once for all of them, and only where there are any. */
  broadcast(frames: readonly string[], now: number): void {
    let forGuests: readonly string[] | null = null;
    for (const socket of this.#host.getWebSockets()) {
      const session = this.sessionOf(socket, now);
      if (session === null) continue;
      if (session.kind === "guest") forGuests ??= frames.flatMap((frame) => guestFrame(frame) ?? []);
      for (const frame of session.kind === "guest" ? (forGuests ?? []) : frames) send(socket, frame);
    }
  }

  /** Closes every socket that came through the link. */
  closeGuests(tokenId: string): void {
    for (const socket of this.#host.getWebSockets(tokenId)) close(socket, CLOSE.forbidden, "The link has ended.");
  }

  isEmpty(): boolean {
    return this.#host.getWebSockets().length === 0;
  }

  /** Who listens on open sockets, each once, not counting one socket. */
  listeners(now: number, without: WebSocket | null = null): Listeners {
    const open = this.#host.getWebSockets().filter((socket) => socket !== without && socket.readyState === WebSocket.OPEN);
    const sessions = open.flatMap((socket) => this.sessionOf(socket, now) ?? []);
    return {
      userIds: [...new Set(sessions.flatMap((session) => (session.kind === "user" ? session.userId : [])))],
      tokenIds: [...new Set(sessions.flatMap((session) => (session.kind === "guest" ? session.tokenId : [])))],
    };
  }

  /** Closes the sockets of the users and of the links with these ids. */
  closeBarred(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const socket of this.#host.getWebSockets()) {
      const session = this.lastSessionOf(socket);
      if (session !== null && ids.has(session.kind === "guest" ? session.tokenId : session.userId)) closeBarred(socket);
    }
  }

  /** The socket's session, whether it counts any more or not. */
  lastSessionOf(socket: WebSocket): SocketSession | null {
    return this.#sessions.get(socket) ?? socketSession.safeParse(socket.deserializeAttachment()).data ?? null;
  }

  /** The socket's session; null when it has none that counts any more, and the socket is closed then. */
  sessionOf(socket: WebSocket, now: number): SocketSession | null {
    const session = this.lastSessionOf(socket);
    if (session === null) {
      close(socket, CLOSE.badRequest, "This socket has no session.");
      return null;
    }
    this.#sessions.set(socket, session);
    if (session.tokenExpiresAt === null || session.tokenExpiresAt > now) return session;
    close(socket, CLOSE.unauthenticated, "The token has expired.");
    return null;
  }

  /** Closes what has expired. @returns when the next token expires, or null */
  closeExpired(now: number): number | null {
    const live = this.#host.getWebSockets().flatMap((socket) => this.sessionOf(socket, now)?.tokenExpiresAt ?? []);
    return live.length === 0 ? null : Math.min(...live);
  }

  #isFullFor({ kind }: SocketSession): boolean {
    if (kind === "guest" && this.#host.getWebSockets(GUEST).length >= MAX_GUESTS) return true;
    return this.#host.getWebSockets().length >= MAX_SOCKETS;
  }
}

function closeBarred(socket: WebSocket): void {
  close(socket, CLOSE.forbidden, "You may not read this thread any more.");
}

/** The room's part of the closing handshake; a code that cannot be sent becomes a normal closure. */
export function answerClose(socket: WebSocket, code: number): void {
  close(socket, UNSENDABLE.has(code) ? NORMAL_CLOSURE : code, "");
}

export function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Closed already, or by a code that only a peer may use: there is nobody left to tell.
  }
}

export function send(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    close(socket, 1011, "A frame could not be delivered.");
  }
}
