import { closingFrame } from "../../domain/events.ts";

/** Close codes of the room. The Worker rejects upgrades with the same codes. */
export const CLOSE = {
  badRequest: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  /** The identity of the socket's user changed. The client may open a new socket. */
  reconnect: 4412,
  tooLarge: 4413,
  tooMany: 4429,
} as const;
const NORMAL_CLOSURE = 1000;
/** Close codes that a runtime reports and that no peer may send. */
const UNSENDABLE = new Set([1005, 1006, 1015]);

/** Completes the closing handshake. Replaces a code that cannot be sent with a normal closure. */
export function answerClose(socket: WebSocket, code: number): void {
  end(socket, UNSENDABLE.has(code) ? NORMAL_CLOSURE : code, "");
}

/** Closes a socket. The close frame follows all queued frames, so a client that reads misses nothing. */
export function close(socket: WebSocket, code: number, reason: string): void {
  const last = closingFrame(code, reason);
  if (last !== null) send(socket, last);
  end(socket, code, reason);
}

function end(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Ignores a socket that is already closed, and a code that only peers may send.
  }
}

export function send(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    end(socket, 1011, "The service could not deliver a frame.");
  }
}
