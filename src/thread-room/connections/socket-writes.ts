import { closingFrame } from "../../domain/events.ts";

/** Why the room closes a socket; what the Worker refuses before has the same codes. */
export const CLOSE = {
  badRequest: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  /** What the socket was opened as is something else now: a new one is welcome. */
  reconnect: 4412,
  tooLarge: 4413,
  tooMany: 4429,
} as const;
const NORMAL_CLOSURE = 1000;
/** Codes that are only ever reported, never sent. */
const UNSENDABLE = new Set([1005, 1006, 1015]);

/** The room's part of the closing handshake; a code that cannot be sent becomes a normal closure. */
export function answerClose(socket: WebSocket, code: number): void {
  end(socket, UNSENDABLE.has(code) ? NORMAL_CLOSURE : code, "");
}

/** The peer learns of it behind all that is queued for it, so one that reads misses nothing of that. */
export function close(socket: WebSocket, code: number, reason: string): void {
  const last = closingFrame(code, reason);
  if (last !== null) send(socket, last);
  end(socket, code, reason);
}

function end(socket: WebSocket, code: number, reason: string): void {
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
    end(socket, 1011, "A frame could not be delivered.");
  }
}
