import { ReaderAccount, type ReaderBounds } from "./reader-account.ts";
import { type SocketSession, socketSession } from "./socket-session.ts";
import { CLOSE, close, send } from "./socket-writes.ts";

/** What the room's memory knows of a socket. */
export interface Seat {
  readonly session: SocketSession;
  readonly account: ReaderAccount;
  /** When it has last sent a frame, milliseconds since 1970; its pings never come here. */
  heardAt: number;
  /** The room has closed it: a peer that does not read learns of it late, if ever. */
  isClosed: boolean;
}

/** Frames, and how long all of them are in UTF-8. */
export interface Frames {
  readonly frames: readonly string[];
  readonly bytes: number;
}

export function measure(frames: readonly string[]): Frames {
  return { frames, bytes: frames.reduce((sum, frame) => sum + byteLength(frame), 0) };
}

const encoder = new TextEncoder();
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Most frames are ASCII, and making bytes of them costs more than sending them. */
function byteLength(frame: string): number {
  return BEYOND_ASCII.test(frame) ? encoder.encode(frame).length : frame.length;
}

export const EXPIRED = "The token has expired.";

type PingHost = Pick<DurableObjectState, "getWebSocketAutoResponseTimestamp">;

/** The seats of a room's sockets: read from their attachments once, since fan-out must not parse them anew for every frame. */
export class Seats {
  readonly #host: PingHost;
  readonly #bounds: ReaderBounds;
  readonly #seats = new WeakMap<WebSocket, Seat>();

  constructor(host: PingHost, bounds: ReaderBounds) {
    this.#host = host;
    this.#bounds = bounds;
  }

  take(socket: WebSocket, session: SocketSession): Seat {
    const account = new ReaderAccount(this.#bounds, session.openedAt);
    const seat = { session, account, heardAt: Number.NEGATIVE_INFINITY, isClosed: socket.readyState !== WebSocket.OPEN };
    this.#seats.set(socket, seat);
    return seat;
  }

  /** Null when the socket's attachment is not one of ours. */
  find(socket: WebSocket): Seat | null {
    const known = this.#seats.get(socket);
    if (known !== undefined) return known;
    const session = socketSession.safeParse(socket.deserializeAttachment()).data;
    return session === undefined ? null : this.take(socket, session);
  }

  /** The seat of a socket that counts; null when it does not any more, and the socket is closed then. */
  findOpen(socket: WebSocket, now: number): Seat | null {
    const seat = this.find(socket);
    if (seat === null) {
      close(socket, CLOSE.badRequest, "This socket has no session.");
      return null;
    }
    if (seat.isClosed) return null;
    const { tokenExpiresAt } = seat.session;
    if (tokenExpiresAt === null || tokenExpiresAt > now) return seat;
    this.close(socket, CLOSE.unauthenticated, EXPIRED);
    return null;
  }

  /** Sends the frames, or closes the socket when it is too far behind. */
  tell(socket: WebSocket, seat: Seat, { frames, bytes }: Frames, now: number): void {
    if (!seat.account.takes(bytes, () => this.#lastSignAt(socket, seat), now)) {
      return this.close(socket, CLOSE.tooSlow, "Much was sent that may not be read yet. Open a new socket with since.");
    }
    for (const frame of frames) send(socket, frame);
  }

  close(socket: WebSocket, code: number, reason: string): void {
    const seat = this.find(socket);
    if (seat !== null) seat.isClosed = true;
    close(socket, code, reason);
  }

  #lastSignAt(socket: WebSocket, { heardAt }: Seat): number {
    return Math.max(heardAt, this.#host.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? Number.NEGATIVE_INFINITY);
  }
}
