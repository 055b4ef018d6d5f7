import { GUEST_BOUNDS, MEMBER_BOUNDS, SendBudget, type SendBounds } from "./send-budget.ts";
import { type SocketSession, socketSession } from "./socket-session.ts";
import { CLOSE, close, send } from "./close-codes.ts";
import { POOL_BOUNDS, type PoolMember, type PoolBounds, UnreadPool } from "./unread-pool.ts";

/** In-memory state of a socket. */
export interface Connection {
  readonly session: SocketSession;
  readonly budget: SendBudget;
  /** Time of the client's last frame other than a ping, milliseconds since 1970. */
  lastFrameAt: number;
  /** Whether the room closed the socket. A client that does not read may notice this late or never. */
  isClosed: boolean;
}

/** Frames and their total length in UTF-8 bytes. */
export interface Frames {
  readonly frames: readonly string[];
  readonly bytes: number;
}

export function measure(frames: readonly string[]): Frames {
  return { frames, bytes: frames.reduce((sum, frame) => sum + byteLength(frame), 0) };
}

const encoder = new TextEncoder();
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Length of a frame in UTF-8 bytes. Most frames are ASCII, and encoding them would take longer than sending
 * them.
 */
function byteLength(frame: string): number {
  return BEYOND_ASCII.test(frame) ? encoder.encode(frame).length : frame.length;
}

export const EXPIRED = "The token has expired.";

/** Bytes that a stream receives in one replay at most. */
const STREAM_SLICE_BYTES = 128 * 1024;

const TOO_SLOW = "The client has too much unread data. Open a new socket with `since`.";

type RegistryHost = Pick<DurableObjectState, "getWebSockets" | "getWebSocketAutoResponseTimestamp">;
type Kind = SocketSession["kind"];

/** Limits of unread bytes for one reader and for all readers of a kind. */
export interface ConnectionBounds {
  readonly member: SendBounds;
  readonly guest: SendBounds;
  readonly pools: PoolBounds;
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  member: MEMBER_BOUNDS,
  guest: GUEST_BOUNDS,
  pools: POOL_BOUNDS,
};

/**
 * The connections of a room's sockets. The registry parses each attachment once, because parsing it for every
 * frame would slow down broadcasts.
 */
export class ConnectionRegistry {
  readonly #host: RegistryHost;
  readonly #bounds: ConnectionBounds;
  readonly #pools: Readonly<Record<Kind, UnreadPool>>;
  readonly #connections = new WeakMap<WebSocket, Connection>();

  constructor(host: RegistryHost, bounds: ConnectionBounds) {
    this.#host = host;
    this.#bounds = bounds;
    this.#pools = { user: new UnreadPool(bounds.pools.members), guest: new UnreadPool(bounds.pools.guests) };
  }

  take(socket: WebSocket, session: SocketSession): Connection {
    const budget = new SendBudget(
      session.kind === "guest" ? this.#bounds.guest : this.#bounds.member,
      session.openedAt,
    );
    const connection = {
      session,
      budget,
      lastFrameAt: Number.NEGATIVE_INFINITY,
      isClosed: socket.readyState !== WebSocket.OPEN,
    };
    this.#connections.set(socket, connection);
    return connection;
  }

  /** The connection of a socket. Returns null if the socket's attachment is invalid. */
  find(socket: WebSocket): Connection | null {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const session = socketSession.safeParse(socket.deserializeAttachment()).data;
    return session === undefined ? null : this.take(socket, session);
  }

  /** Returns the connection of an open, valid socket. Otherwise closes the socket and returns null. */
  findOpen(socket: WebSocket, now: number): Connection | null {
    const connection = this.find(socket);
    if (connection === null) {
      close(socket, CLOSE.badRequest, "This socket has no session.");
      return null;
    }
    if (connection.isClosed) return null;
    const { tokenExpiresAt } = connection.session;
    if (tokenExpiresAt === null || tokenExpiresAt > now) return connection;
    this.close(socket, CLOSE.unauthenticated, EXPIRED);
    return null;
  }

  /**
   * Sends a new socket the frames that it missed. A replay may use half of the pool's free bytes, which
   * leaves capacity for the next socket. A stream receives one slice. If more frames remain, the room closes
   * the stream, and its reader reconnects for them.
   * @returns false if the frames exceed the limit and none was sent
   */
  replay(socket: WebSocket, { session, budget }: Connection, missed: Iterable<string>, now: number): boolean {
    const pool = this.#pools[session.kind];
    if (pool.free / 2 < budget.replayBytes) this.#recount(session.kind, now);
    const { frames, bytes, isAll } = session.isStream
      ? beginningOf(missed, Math.min(STREAM_SLICE_BYTES, pool.free / 2), pool.free / 2)
      : wholeOf(missed, Math.min(budget.replayBytes, pool.free / 2));
    if (!isAll && frames.length === 0) return false;
    budget.addReplay(bytes);
    pool.add(bytes);
    for (const frame of frames) send(socket, frame);
    if (!isAll) this.close(socket, CLOSE.tooSlow, TOO_SLOW);
    return true;
  }

  /**
   * Frees capacity before a broadcast to a kind of listeners. If the frames would fill half of the pool,
   * closes sockets that hold more than an equal share.
   */
  freeCapacity(kind: Kind, bytes: number, sockets: number, now: number): void {
    const pool = this.#pools[kind];
    if (pool.hasPlenty(bytes * sockets)) return;
    const holders = this.#recount(kind, now);
    const trusted = new Set(pool.aboveTrust(holders));
    for (const { socket } of trusted) this.close(socket, CLOSE.tooSlow, TOO_SLOW);
    if (pool.hasPlenty(bytes * Math.min(sockets, holders.length))) return;
    const left = holders.filter((holder) => !trusted.has(holder));
    for (const { socket } of pool.aboveShare(left)) this.close(socket, CLOSE.tooSlow, TOO_SLOW);
  }

  /** Sends the frames, or closes the socket if the socket or its pool has too many unread bytes. */
  send(socket: WebSocket, connection: Connection, { frames, bytes }: Frames, now: number): void {
    const pool = this.#pools[connection.session.kind];
    if (
      bytes > pool.free ||
      !connection.budget.tryConsume(bytes, () => this.#lastSignAt(socket, connection), now)
    ) {
      return this.close(socket, CLOSE.tooSlow, TOO_SLOW);
    }
    pool.add(bytes);
    for (const frame of frames) send(socket, frame);
  }

  close(socket: WebSocket, code: number, reason: string): void {
    const connection = this.find(socket);
    if (connection !== null) connection.isClosed = true;
    close(socket, code, reason);
  }

  /** Time of the socket's last frame, ping or opening, milliseconds since 1970. */
  aliveAt(socket: WebSocket, connection: Connection): number {
    return Math.max(connection.session.openedAt, this.#lastSignAt(socket, connection));
  }

  #lastSignAt(socket: WebSocket, { lastFrameAt }: Connection): number {
    return Math.max(
      lastFrameAt,
      this.#host.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? Number.NEGATIVE_INFINITY,
    );
  }

  /**
   * Updates the pool after signs of life and closed connections.
   * @returns all connected sockets of the kind
   */
  #recount(kind: Kind, now: number): SocketHolder[] {
    const holders: SocketHolder[] = [];
    for (const socket of this.#host.getWebSockets()) {
      const connection = this.find(socket);
      if (connection?.session.kind !== kind) continue;
      connection.budget.trustUntil(this.#lastSignAt(socket, connection), now);
      holders.push({
        socket,
        held: connection.budget.held,
        trusted: connection.budget.trusted,
        isClosed: connection.isClosed,
      });
    }
    this.#pools[kind].recount(holders);
    return holders;
  }
}

interface SocketHolder extends PoolMember {
  readonly socket: WebSocket;
}

interface Replay extends Frames {
  readonly isAll: boolean;
}

/** All missed frames, or none if they exceed the bound. */
function wholeOf(missed: Iterable<string>, bound: number): Replay {
  const replay = beginningOf(missed, bound, bound);
  return replay.isAll ? replay : { frames: [], bytes: 0, isAll: false };
}

/**
 * The first missed frames, as many as fit into the bound. A larger first frame is included up to
 * `firstBound`.
 */
function beginningOf(missed: Iterable<string>, bound: number, firstBound: number): Replay {
  const frames: string[] = [];
  let bytes = 0;
  for (const frame of missed) {
    const length = byteLength(frame);
    if (bytes + length > (frames.length === 0 ? firstBound : bound)) return { frames, bytes, isAll: false };
    bytes += length;
    frames.push(frame);
  }
  return { frames, bytes, isAll: true };
}
