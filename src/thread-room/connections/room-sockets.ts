import type { Denial, Listeners } from "../../storage/d1/threads/presence.ts";
import { resyncFrame } from "../../domain/events.ts";
import type { Missed } from "../log/replays.ts";
import { guestFrame, type GuestSight } from "../protocol/guest-frame.ts";
import { textFrame } from "../protocol/text-frame.ts";
import { EXPIRED, type Frames, measure, CONNECTION_BOUNDS, type ConnectionBounds, ConnectionRegistry } from "./connection-registry.ts";
import { REFUSAL_HEADER, type SocketSession, type Upgrade } from "./socket-session.ts";
import { CLOSE, close } from "./socket-writes.ts";

export const MAX_SOCKETS = 1_000;
/** Anybody may have the link: its guests leave room for members. */
export const MAX_GUESTS = 500;
/** Who shows no sign of life for so long is not here any more. Clients ping every 30 seconds. */
const SILENT_MS = 90_000;
/** So many streams one user may have in a room. */
export const MAX_STREAMS_PER_USER = 50;

/** The tag of every guest's socket; another one is its link's token id. */
const GUEST = "guest";

const DENIALS: Readonly<Record<Denial, readonly [code: number, reason: string]>> = {
  forbidden: [CLOSE.forbidden, "You may not read this thread any more."],
  key_ended: [CLOSE.unauthenticated, "The API key has expired, or a user has revoked it."],
  merged: [CLOSE.reconnect, "Your account was merged into another one. Open a new socket."],
};

/** What is not proven yet is for members alone. */
function wantsDrafts({ kind, drafts }: SocketSession): boolean {
  return drafts && kind === "user";
}

interface OpenSocket {
  readonly socket: WebSocket;
  readonly session: SocketSession;
  /** Milliseconds since 1970. */
  readonly aliveAt: number;
}

type SocketHost = Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp">;

/** The hibernating sockets of a room. A socket that fails or does not read is closed alone; nobody waits for it. */
export class RoomSockets {
  readonly #host: SocketHost;
  readonly #connections: ConnectionRegistry;
  readonly #guests: GuestSight;

  constructor(host: SocketHost, guests: GuestSight, bounds: ConnectionBounds = CONNECTION_BOUNDS) {
    this.#host = host;
    this.#guests = guests;
    this.#connections = new ConnectionRegistry(host, bounds);
  }

  /**
   * No await here: between the log that is replayed and the next broadcast nothing may come.
   * @param missed a denial: the newcomer may not listen, and learns it from the close code; a stream from the answer
   * @param draft what is being written at the moment
   */
  join({ session, subprotocol }: Upgrade, missed: Missed | Denial, now: number, draft: string | null = null): Response {
    const refusal = this.#refusalOf(session, typeof missed === "string" ? missed : null, now);
    if (refusal !== null && session.isStream) return refuseStream(refusal);
    const { 0: client, 1: server } = new WebSocketPair();
    const headers: Record<string, string> = subprotocol === null ? {} : { "sec-websocket-protocol": subprotocol };
    const response = new Response(null, { status: 101, webSocket: client, headers });
    if (refusal !== null || typeof missed === "string") {
      // The close of a socket that the room has accepted reaches its peer late, while this response is under way.
      server.accept();
      close(server, ...(refusal ?? DENIALS.forbidden));
      return response;
    }
    this.#host.acceptWebSocket(server, session.kind === "guest" ? [GUEST, session.tokenId] : []);
    server.serializeAttachment(session);
    const connection = this.#connections.take(server, session);
    const shown = this.#shownTo(session, missed.frames);
    if (!this.#connections.replay(server, connection, shown, now)) {
      this.#connections.send(server, connection, measure([resyncFrame(missed.lastSeq)]), now);
    }
    if (draft !== null && wantsDrafts(session) && !connection.isClosed) this.#connections.send(server, connection, measure([draft]), now);
    return response;
  }

  /** What guests are shown, and what is sent with text identifiers, is made once for all of them, and only where there are any. */
  broadcast(frames: readonly string[], now: number): void {
    const made = new Map<string, Frames>();
    const framesFor = (_: WebSocket, session: SocketSession): Frames => {
      const audience = `${session.kind} ${session.textIdentifiers}`;
      const shown = made.get(audience) ?? measure([...this.#shownTo(session, frames)]);
      made.set(audience, shown);
      return shown;
    };
    this.#sendEach(framesFor, now);
  }

  /** Sends a draft to each socket that asked for drafts. */
  sendDraft(frame: string, now: number): void {
    const sent = measure([frame]);
    this.#sendEach((_, session) => (wantsDrafts(session) ? sent : null), now);
  }

  /** Sends a frame to one socket alone. */
  send(socket: WebSocket, frame: string, now: number): void {
    const connection = this.#connections.findOpen(socket, now);
    if (connection === null) return;
    const sent = measure([frame]);
    this.#connections.freeCapacity(connection.session.kind, sent.bytes, 1, now);
    if (!connection.isClosed) this.#connections.send(socket, connection, sent, now);
  }

  /** The session of a socket that has just sent a frame, which is a sign of life; null when it does not count any more. */
  onMessage(socket: WebSocket, now: number): SocketSession | null {
    const connection = this.#connections.findOpen(socket, now);
    if (connection !== null) connection.lastFrameAt = now;
    return connection?.session ?? null;
  }

  close(socket: WebSocket, code: number, reason: string): void {
    this.#connections.close(socket, code, reason);
  }

  /** Closes every socket that came through the link. */
  closeGuests(tokenId: string): void {
    for (const socket of this.#host.getWebSockets(tokenId)) this.#connections.close(socket, CLOSE.forbidden, "The link has ended.");
  }

  isEmpty(): boolean {
    return this.#host.getWebSockets().length === 0;
  }

  /** The sessions of those who are here: on open sockets that have shown a sign of life lately. */
  *present(now: number): Generator<SocketSession> {
    for (const { session, aliveAt } of this.#openSockets(now)) if (aliveAt >= now - SILENT_MS) yield session;
  }

  /** Whether somebody has fallen silent within the last `withinMs`. */
  hasFallenSilent(now: number, withinMs: number): boolean {
    const silentSince = now - SILENT_MS;
    return [...this.#openSockets(now)].some(({ aliveAt }) => aliveAt < silentSince && aliveAt >= silentSince - withinMs);
  }

  wantsPresence(now: number): boolean {
    for (const { session } of this.#openSockets(now)) if (session.presence) return true;
    return false;
  }

  /**
   * Sends each socket that asked for presence its frame; null: none.
   * @returns the sockets that have been sent as much as there is
   */
  sendPresence(frameFor: (socket: WebSocket, session: SocketSession) => string | null, now: number): WebSocket[] {
    const made = new Map<string, Frames>();
    const sent: WebSocket[] = [];
    const framesFor = (socket: WebSocket, session: SocketSession): Frames | null => {
      if (!session.presence) return null;
      sent.push(socket);
      const frame = frameFor(socket, session);
      if (frame === null) return null;
      const shown = made.get(frame) ?? measure([frame]);
      made.set(frame, shown);
      return shown;
    };
    this.#sendEach(framesFor, now);
    return sent;
  }

  /** Room is made once for all who are sent the same frames; who is too far behind is closed instead. */
  #sendEach(framesFor: (socket: WebSocket, session: SocketSession) => Frames | null, now: number): void {
    const sockets = this.#host.getWebSockets();
    const seen = new Set<Frames>();
    for (const socket of sockets) {
      const connection = this.#connections.findOpen(socket, now);
      const shown = connection && framesFor(socket, connection.session);
      if (connection === null || shown === null) continue;
      if (!seen.has(shown)) this.#connections.freeCapacity(connection.session.kind, shown.bytes, sockets.length, now);
      seen.add(shown);
      if (!connection.isClosed) this.#connections.send(socket, connection, shown, now);
    }
  }

  /** Who listens on open sockets, each once. */
  listeners(now: number): Listeners {
    return listenersOf(this.#openSessions(now));
  }

  /** How many open sockets the user has. */
  connectionsOf(userId: string, now: number): number {
    return [...this.#openSessions(now)].filter((session) => session.kind === "user" && session.userId === userId).length;
  }

  /** Whether the user listens on an open socket other than this one. */
  hasOther(socket: WebSocket, userId: string, now: number): boolean {
    for (const session of this.#openSessions(now, socket)) if (session.kind === "user" && session.userId === userId) return true;
    return false;
  }

  /** Closes the sockets of the users, of the API keys and of the links with these ids. */
  closeDenied(denials: ReadonlyMap<string, Denial>): void {
    if (denials.size === 0) return;
    for (const socket of this.#host.getWebSockets()) {
      const session = this.lastSessionOf(socket);
      const denial = session === null ? undefined : namesOf(session).flatMap((id) => denials.get(id) ?? [])[0];
      if (denial !== undefined) this.#connections.close(socket, ...DENIALS[denial]);
    }
  }

  /** The socket's session, whether it counts any more or not. */
  lastSessionOf(socket: WebSocket): SocketSession | null {
    return this.#connections.find(socket)?.session ?? null;
  }

  /** Closes what has expired. @returns when the next token expires, or null */
  closeExpired(now: number): number | null {
    let next: number | null = null;
    for (const socket of this.#host.getWebSockets()) {
      const at = this.#connections.findOpen(socket, now)?.session.tokenExpiresAt ?? null;
      if (at !== null && (next === null || at < next)) next = at;
    }
    return next;
  }

  *#shownTo({ kind, textIdentifiers }: SocketSession, frames: Iterable<string>): Generator<string> {
    const shown = kind === "guest" ? this.#shownToGuests(frames) : frames;
    for (const frame of shown) yield textIdentifiers ? textFrame(frame) : frame;
  }

  *#shownToGuests(frames: Iterable<string>): Generator<string> {
    for (const frame of frames) {
      const shown = guestFrame(frame, this.#guests);
      if (shown !== null) yield shown;
    }
  }

  *#openSessions(now: number, without: WebSocket | null = null): Generator<SocketSession> {
    for (const { session } of this.#openSockets(now, without)) yield session;
  }

  *#openSockets(now: number, without: WebSocket | null = null): Generator<OpenSocket> {
    for (const socket of this.#host.getWebSockets()) {
      if (socket === without || socket.readyState !== WebSocket.OPEN) continue;
      const connection = this.#connections.findOpen(socket, now);
      if (connection !== null) yield { socket, session: connection.session, aliveAt: this.#connections.aliveAt(socket, connection) };
    }
  }

  /** The close code and reason for a newcomer who does not get a connection. */
  #refusalOf(session: SocketSession, denial: Denial | null, now: number): readonly [code: number, reason: string] | null {
    if (denial !== null) return DENIALS[denial];
    if (session.tokenExpiresAt !== null && session.tokenExpiresAt <= now) return [CLOSE.unauthenticated, EXPIRED];
    if (this.#isFullFor(session, now)) return [CLOSE.tooMany, "This thread has reached its limit of connections."];
    return null;
  }

  #isFullFor(session: SocketSession, now: number): boolean {
    if (session.kind === "guest" && this.#host.getWebSockets(GUEST).length >= MAX_GUESTS) return true;
    return this.#host.getWebSockets().length >= MAX_SOCKETS || (session.isStream && this.#hasEnoughStreams(session, now));
  }

  #hasEnoughStreams(session: SocketSession, now: number): boolean {
    if (session.kind === "guest") return false;
    const streams = [...this.#openSessions(now)].filter(
      (other) => other.isStream && other.kind === "user" && other.userId === session.userId,
    );
    return streams.length >= MAX_STREAMS_PER_USER;
  }
}

/** Who listens in these sessions, each once. */
export function listenersOf(sessions: Iterable<SocketSession>): Listeners {
  const userIds = new Set<string>();
  const tokenIds = new Set<string>();
  const keyIds = new Set<string>();
  for (const session of sessions) {
    if (session.kind === "guest") tokenIds.add(session.tokenId);
    else userIds.add(session.userId);
    if (session.kind === "user" && session.key !== null) keyIds.add(session.key.keyId);
  }
  return { userIds: [...userIds], tokenIds: [...tokenIds], keyIds: [...keyIds] };
}

/** By what a session may be denied; its API key says most. */
function namesOf(session: SocketSession): string[] {
  if (session.kind === "guest") return [session.tokenId];
  return [...(session.key === null ? [] : [session.key.keyId]), session.userId];
}

function refuseStream([code, reason]: readonly [code: number, reason: string]): Response {
  return new Response(reason, { status: 403, headers: { [REFUSAL_HEADER]: String(code) } });
}
