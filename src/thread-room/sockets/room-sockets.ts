import type { Listeners } from "../../storage/d1/presence-store.ts";
import { guestFrame } from "../events/guest-frame.ts";
import { READER_BOUNDS, type ReaderBounds } from "./reader-account.ts";
import { EXPIRED, type Frames, measure, Seats } from "./seats.ts";
import type { SocketSession, Upgrade } from "./socket-session.ts";
import { CLOSE, close, send } from "./socket-writes.ts";

export const MAX_SOCKETS = 1_000;
/** Anybody may have the link: its guests leave room for members. */
export const MAX_GUESTS = 500;

/** The tag of every guest's socket; another one is its link's token id. */
const GUEST = "guest";
const BARRED = "You may not read this thread any more.";

type SocketHost = Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp">;

/** The hibernating sockets of a room. A socket that fails or does not read is closed alone; nobody waits for it. */
export class RoomSockets {
  readonly #host: SocketHost;
  readonly #seats: Seats;

  constructor(host: SocketHost, bounds: ReaderBounds = READER_BOUNDS) {
    this.#host = host;
    this.#seats = new Seats(host, bounds);
  }

  /**
   * No await here: between the log that is replayed and the next broadcast nothing may come.
   * @param missed null: the newcomer may not listen, and is told so by the close code
   */
  join({ session, subprotocol }: Upgrade, missed: Iterable<string> | null, now: number): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    const headers: Record<string, string> = subprotocol === null ? {} : { "sec-websocket-protocol": subprotocol };
    const response = new Response(null, { status: 101, webSocket: client, headers });
    const refusal = this.#refusalOf(session, missed !== null, now);
    if (refusal !== null) {
      // The close of a socket that the room has accepted reaches its peer late, while this response is under way.
      server.accept();
      close(server, ...refusal);
      return response;
    }
    this.#host.acceptWebSocket(server, session.kind === "guest" ? [GUEST, session.tokenId] : []);
    server.serializeAttachment(session);
    const { account } = this.#seats.take(server, session);
    for (const frame of missed ?? []) {
      const heard = session.kind === "guest" ? guestFrame(frame) : frame;
      if (heard === null) continue;
      account.add(measure([heard]).bytes);
      send(server, heard);
    }
    return response;
  }

  /** Guests' frames are made once for all of them, and only where there are any. Who is too far behind is closed instead. */
  broadcast(frames: readonly string[], now: number): void {
    const forMembers = measure(frames);
    let forGuests: Frames | null = null;
    for (const socket of this.#host.getWebSockets()) {
      const seat = this.#seats.findOpen(socket, now);
      if (seat === null) continue;
      const isGuest = seat.session.kind === "guest";
      if (isGuest) forGuests ??= measure(frames.flatMap((frame) => guestFrame(frame) ?? []));
      this.#seats.tell(socket, seat, isGuest && forGuests !== null ? forGuests : forMembers, now);
    }
  }

  /** Sends a frame to one socket alone. */
  tell(socket: WebSocket, frame: string, now: number): void {
    const seat = this.#seats.findOpen(socket, now);
    if (seat !== null) this.#seats.tell(socket, seat, measure([frame]), now);
  }

  /** The session of a socket that has just sent a frame, which is a sign of life; null when it does not count any more. */
  hear(socket: WebSocket, now: number): SocketSession | null {
    const seat = this.#seats.findOpen(socket, now);
    if (seat !== null) seat.heardAt = now;
    return seat?.session ?? null;
  }

  close(socket: WebSocket, code: number, reason: string): void {
    this.#seats.close(socket, code, reason);
  }

  /** Closes every socket that came through the link. */
  closeGuests(tokenId: string): void {
    for (const socket of this.#host.getWebSockets(tokenId)) this.#seats.close(socket, CLOSE.forbidden, "The link has ended.");
  }

  isEmpty(): boolean {
    return this.#host.getWebSockets().length === 0;
  }

  /** Who listens on open sockets, each once. */
  listeners(now: number): Listeners {
    const userIds = new Set<string>();
    const tokenIds = new Set<string>();
    for (const session of this.#openSessions(now)) {
      if (session.kind === "user") userIds.add(session.userId);
      else tokenIds.add(session.tokenId);
    }
    return { userIds: [...userIds], tokenIds: [...tokenIds] };
  }

  /** Whether the user listens on an open socket other than this one. */
  hasOther(socket: WebSocket, userId: string, now: number): boolean {
    for (const session of this.#openSessions(now, socket)) if (session.kind === "user" && session.userId === userId) return true;
    return false;
  }

  /** Closes the sockets of the users and of the links with these ids. */
  closeBarred(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const socket of this.#host.getWebSockets()) {
      const session = this.lastSessionOf(socket);
      const isBarred = session !== null && ids.has(session.kind === "guest" ? session.tokenId : session.userId);
      if (isBarred) this.#seats.close(socket, CLOSE.forbidden, BARRED);
    }
  }

  /** The socket's session, whether it counts any more or not. */
  lastSessionOf(socket: WebSocket): SocketSession | null {
    return this.#seats.find(socket)?.session ?? null;
  }

  /** Closes what has expired. @returns when the next token expires, or null */
  closeExpired(now: number): number | null {
    let next: number | null = null;
    for (const socket of this.#host.getWebSockets()) {
      const at = this.#seats.findOpen(socket, now)?.session.tokenExpiresAt ?? null;
      if (at !== null && (next === null || at < next)) next = at;
    }
    return next;
  }

  *#openSessions(now: number, without: WebSocket | null = null): Generator<SocketSession> {
    for (const socket of this.#host.getWebSockets()) {
      if (socket === without || socket.readyState !== WebSocket.OPEN) continue;
      const seat = this.#seats.findOpen(socket, now);
      if (seat !== null) yield seat.session;
    }
  }

  /** The close code and reason for a newcomer who does not get a seat. */
  #refusalOf(session: SocketSession, mayListen: boolean, now: number): readonly [code: number, reason: string] | null {
    if (!mayListen) return [CLOSE.forbidden, BARRED];
    if (session.tokenExpiresAt !== null && session.tokenExpiresAt <= now) return [CLOSE.unauthenticated, EXPIRED];
    if (this.#isFullFor(session)) return [CLOSE.tooMany, "This thread has as many listeners as it can have."];
    return null;
  }

  #isFullFor({ kind }: SocketSession): boolean {
    if (kind === "guest" && this.#host.getWebSockets(GUEST).length >= MAX_GUESTS) return true;
    return this.#host.getWebSockets().length >= MAX_SOCKETS;
  }
}
