import { closingFrame } from "../../domain/events.ts";

/** Close codes of the room. The Worker rejects upgrades with the same codes. */
export const CLOSE = {
  badRequest: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  /** The socket's identity changed. The client may open a new one. */
  reconnect: 4412,
  tooLarge: 4413,
  tooMany: 4429,
} as const;
const NORMAL_CLOSURE = 1000;
/** Codes that a runtime reports and nobody may send. */
const UNSENDABLE = new Set([1005, 1006, 1015]);

/** Answers the closing handshake. A code that cannot be sent becomes a normal closure. */
export function answerClose(socket: WebSocket, code: number): void {
  end(socket, UNSENDABLE.has(code) ? NORMAL_CLOSURE : code, "");
}

/** The close frame follows all queued frames, so a client that reads misses nothing. */
export function close(socket: WebSocket, code: number, reason: string): void {
  const last = closingFrame(code, reason);
  if (last !== null) send(socket, last);
  end(socket, code, reason);
}

function end(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // The socket is closed already, or the code is reserved for peers.
  }
}

export function send(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    end(socket, 1011, "The service could not deliver a frame.");
  }
}
