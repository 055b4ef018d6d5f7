import type { Denial, Listeners } from "../../storage/d1/threads/presence.ts";
import { resyncFrame } from "../../domain/events.ts";
import type { MissedEvents } from "../log/replays.ts";
import type { GuestView } from "../protocol/guest-frame.ts";
import {
  EXPIRED,
  type Frames,
  measure,
  CONNECTION_BOUNDS,
  type ConnectionBounds,
  ConnectionRegistry,
} from "./connection-registry.ts";
import type { SocketSession, Upgrade } from "./socket-session.ts";
import { CLOSE, close } from "./close-codes.ts";
import { DENIALS, type Refusal, refuseStream } from "./denials.ts";
import { shownFrames } from "./shown-frames.ts";
import { listenersOf, namesOf } from "./listeners.ts";

export const MAX_SOCKETS = 1_000;
/** Guests in one room at most. Anybody may have the link, so this limit leaves capacity for members. */
export const MAX_GUESTS = 500;
/** Users without a frame or ping for this many milliseconds are gone. Clients ping every 30 seconds. */
const SILENT_MS = 90_000;
/** Event streams per user in one room at most. */
export const MAX_STREAMS_PER_USER = 50;

/** First tag of every guest's socket. The second tag is the id of the public link. */
const GUEST = "guest";

/** Whether the socket receives drafts, which are unverified. Guests never receive drafts. */
function wantsDrafts({ kind, drafts }: SocketSession): boolean {
  return drafts && kind === "user";
}

interface OpenSocket {
  readonly socket: WebSocket;
  readonly session: SocketSession;
  /** Milliseconds since 1970. */
  readonly aliveAt: number;
}

type SocketHost = Pick<
  DurableObjectState,
  "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp"
>;

/**
 * The hibernating sockets of a room. If a socket fails or does not read, the room closes it, so other sockets
 * never wait for it.
 */
export class RoomSockets {
  readonly #host: SocketHost;
  readonly #connections: ConnectionRegistry;
  readonly #guests: GuestView;

  constructor(host: SocketHost, guests: GuestView, bounds: ConnectionBounds = CONNECTION_BOUNDS) {
    this.#host = host;
    this.#guests = guests;
    this.#connections = new ConnectionRegistry(host, bounds);
  }

  /**
   * Adds a socket. Synchronous, because nothing may happen between the replay of the log and the next
   * broadcast.
   * @param missed frames to replay; a denial closes the new socket with a code, and a stream receives the
   * denial in its response
   * @param draft draft of the answer in progress
   */
  join(
    { session, subprotocol }: Upgrade,
    missed: MissedEvents | Denial,
    now: number,
    draft: string | null = null,
  ): Response {
    const refusal = this.#refusalOf(session, typeof missed === "string" ? missed : null, now);
    if (refusal !== null && session.isStream) return refuseStream(refusal);
    const { 0: client, 1: server } = new WebSocketPair();
    const headers: Record<string, string> =
      subprotocol === null ? {} : { "sec-websocket-protocol": subprotocol };
    const response = new Response(null, { status: 101, webSocket: client, headers });
    if (refusal !== null || typeof missed === "string") {
      // Returns the response before closing, because a close after an accepted upgrade arrives late.
      server.accept();
      close(server, ...(refusal ?? DENIALS.forbidden));
      return response;
    }
    this.#host.acceptWebSocket(server, session.kind === "guest" ? [GUEST, session.tokenId] : []);
    server.serializeAttachment(session);
    const connection = this.#connections.take(server, session);
    const shown = shownFrames(session, missed.frames, this.#guests);
    if (!this.#connections.replay(server, connection, shown, now)) {
      this.#connections.send(server, connection, measure([resyncFrame(missed.lastSeq)]), now);
    }
    if (draft !== null && wantsDrafts(session) && !connection.isClosed)
      this.#connections.send(server, connection, measure([draft]), now);
    return response;
  }

  /**
   * Sends frames to all sockets. Converts the frames for guests and for text identifiers once per broadcast,
   * and only if such sockets exist.
   */
  broadcast(frames: readonly string[], now: number): void {
    const made = new Map<string, Frames>();
    const framesFor = (_: WebSocket, session: SocketSession): Frames => {
      const audience = `${session.kind} ${session.textIdentifiers} ${session.times}`;
      const shown = made.get(audience) ?? measure([...shownFrames(session, frames, this.#guests)]);
      made.set(audience, shown);
      return shown;
    };
    this.#sendEach(framesFor, now);
  }

  /** Sends a draft to each socket that requested drafts. */
  sendDraft(frame: string, now: number): void {
    const sent = measure([frame]);
    this.#sendEach((_, session) => (wantsDrafts(session) ? sent : null), now);
  }

  /** Sends a frame to one socket. */
  send(socket: WebSocket, frame: string, now: number): void {
    const connection = this.#connections.findOpen(socket, now);
    if (connection === null) return;
    const sent = measure([frame]);
    this.#connections.freeCapacity(connection.session.kind, sent.bytes, 1, now);
    if (!connection.isClosed) this.#connections.send(socket, connection, sent, now);
  }

  /** The session of a socket that sent a frame; null if the socket is no longer valid. */
  onMessage(socket: WebSocket, now: number): SocketSession | null {
    const connection = this.#connections.findOpen(socket, now);
    if (connection !== null) connection.lastFrameAt = now;
    return connection?.session ?? null;
  }

  close(socket: WebSocket, code: number, reason: string): void {
    this.#connections.close(socket, code, reason);
  }

  /** Closes every socket that a guest opened with the public link. */
  closeGuests(tokenId: string): void {
    for (const socket of this.#host.getWebSockets(tokenId))
      this.#connections.close(socket, CLOSE.forbidden, "The link has ended.");
  }

  isEmpty(): boolean {
    return this.#host.getWebSockets().length === 0;
  }

  /** Yields the sessions with an open socket and a recent frame or ping. */
  *present(now: number): Generator<SocketSession> {
    for (const { session, aliveAt } of this.#openSockets(now)) if (aliveAt >= now - SILENT_MS) yield session;
  }

  /** Whether a session became silent within the last `withinMs` milliseconds. */
  hasFallenSilent(now: number, withinMs: number): boolean {
    const silentSince = now - SILENT_MS;
    return [...this.#openSockets(now)].some(
      ({ aliveAt }) => aliveAt < silentSince && aliveAt >= silentSince - withinMs,
    );
  }

  wantsPresence(now: number): boolean {
    for (const { session } of this.#openSockets(now)) if (session.presence) return true;
    return false;
  }

  /**
   * Sends a presence frame to each socket that requested presence, unless its frame is null.
   * @returns the sockets that received every frame
   */
  sendPresence(
    frameFor: (socket: WebSocket, session: SocketSession) => string | null,
    now: number,
  ): WebSocket[] {
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

  /**
   * Frees capacity once for all sockets that receive the frames, then sends. Closes sockets with too many
   * unread bytes.
   */
  #sendEach(framesFor: (socket: WebSocket, session: SocketSession) => Frames | null, now: number): void {
    const sockets = this.#host.getWebSockets();
    const seen = new Set<Frames>();
    for (const socket of sockets) {
      const connection = this.#connections.findOpen(socket, now);
      const shown = connection && framesFor(socket, connection.session);
      if (connection === null || shown === null) continue;
      if (!seen.has(shown))
        this.#connections.freeCapacity(connection.session.kind, shown.bytes, sockets.length, now);
      seen.add(shown);
      if (!connection.isClosed) this.#connections.send(socket, connection, shown, now);
    }
  }

  /** The distinct listeners with open sockets. */
  listeners(now: number): Listeners {
    return listenersOf(this.#openSessions(now));
  }

  /** Number of the user's open sockets. */
  connectionsOf(userId: string, now: number): number {
    return [...this.#openSessions(now)].filter(
      (session) => session.kind === "user" && session.userId === userId,
    ).length;
  }

  /** Whether the user has another open socket. */
  hasOther(socket: WebSocket, userId: string, now: number): boolean {
    for (const session of this.#openSessions(now, socket))
      if (session.kind === "user" && session.userId === userId) return true;
    return false;
  }

  /** Closes the sockets of denied users, API keys and public links. */
  closeDenied(denials: ReadonlyMap<string, Denial>): void {
    if (denials.size === 0) return;
    for (const socket of this.#host.getWebSockets()) {
      const session = this.lastSessionOf(socket);
      const denial =
        session === null ? undefined : namesOf(session).flatMap((id) => denials.get(id) ?? [])[0];
      if (denial !== undefined) this.#connections.close(socket, ...DENIALS[denial]);
    }
  }

  /** The socket's session, even if the session is no longer valid. */
  lastSessionOf(socket: WebSocket): SocketSession | null {
    return this.#connections.find(socket)?.session ?? null;
  }

  /** Closes sockets whose token expired and returns the time of the next expiry, or null. */
  closeExpired(now: number): number | null {
    let next: number | null = null;
    for (const socket of this.#host.getWebSockets()) {
      const at = this.#connections.findOpen(socket, now)?.session.tokenExpiresAt ?? null;
      if (at !== null && (next === null || at < next)) next = at;
    }
    return next;
  }

  *#openSessions(now: number, without: WebSocket | null = null): Generator<SocketSession> {
    for (const { session } of this.#openSockets(now, without)) yield session;
  }

  *#openSockets(now: number, without: WebSocket | null = null): Generator<OpenSocket> {
    for (const socket of this.#host.getWebSockets()) {
      if (socket === without || socket.readyState !== WebSocket.OPEN) continue;
      const connection = this.#connections.findOpen(socket, now);
      if (connection !== null)
        yield { socket, session: connection.session, aliveAt: this.#connections.aliveAt(socket, connection) };
    }
  }

  /** Close code and reason of a rejected connection; null for an accepted one. */
  #refusalOf(session: SocketSession, denial: Denial | null, now: number): Refusal | null {
    if (denial !== null) return DENIALS[denial];
    if (session.tokenExpiresAt !== null && session.tokenExpiresAt <= now)
      return [CLOSE.unauthenticated, EXPIRED];
    if (this.#isFullFor(session, now))
      return [CLOSE.tooMany, "This thread has reached its limit of connections."];
    return null;
  }

  #isFullFor(session: SocketSession, now: number): boolean {
    if (session.kind === "guest" && this.#host.getWebSockets(GUEST).length >= MAX_GUESTS) return true;
    return (
      this.#host.getWebSockets().length >= MAX_SOCKETS ||
      (session.isStream && this.#hasEnoughStreams(session, now))
    );
  }

  #hasEnoughStreams(session: SocketSession, now: number): boolean {
    if (session.kind === "guest") return false;
    const streams = [...this.#openSessions(now)].filter(
      (other) => other.isStream && other.kind === "user" && other.userId === session.userId,
    );
    return streams.length >= MAX_STREAMS_PER_USER;
  }
}
