import type { Denial } from "../../storage/d1/threads/presence.ts";
import { CLOSE } from "./close-codes.ts";
import { REJECTION_HEADER } from "./socket-session.ts";

/** Close code and reason of a rejected connection. */
export type Refusal = readonly [code: number, reason: string];

export const DENIALS: Readonly<Record<Denial, Refusal>> = {
  forbidden: [CLOSE.forbidden, "You may not read this thread any more."],
  key_ended: [CLOSE.unauthenticated, "The API key has expired, or a user has revoked it."],
  session_ended: [CLOSE.unauthenticated, "The session has ended. Sign in."],
  merged: [CLOSE.reconnect, "Your account was merged into another one. Open a new socket."],
};

export function refuseStream([code, reason]: Refusal): Response {
  return new Response(reason, { status: 403, headers: { [REJECTION_HEADER]: String(code) } });
}
