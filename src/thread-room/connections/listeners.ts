import type { Listeners } from "../../storage/d1/threads/presence.ts";
import type { SocketSession } from "./socket-session.ts";

/** The distinct listeners of these sessions. */
export function listenersOf(sessions: Iterable<SocketSession>): Listeners {
  const userIds = new Set<string>();
  const tokenIds = new Set<string>();
  const keyIds = new Set<string>();
  const sessionIds = new Set<string>();
  for (const session of sessions) {
    if (session.kind === "guest") {
      tokenIds.add(session.tokenId);
      continue;
    }
    userIds.add(session.userId);
    if (session.key !== null) keyIds.add(session.key.keyId);
    if (session.sessionId !== undefined) sessionIds.add(session.sessionId);
  }
  return {
    userIds: [...userIds],
    tokenIds: [...tokenIds],
    keyIds: [...keyIds],
    sessionIds: [...sessionIds],
  };
}

/** The ids by which the guard can deny a session, the credential first. */
export function namesOf(session: SocketSession): string[] {
  if (session.kind === "guest") return [session.tokenId];
  const { key, sessionId, userId } = session;
  return [...(key === null ? [] : [key.keyId]), ...(sessionId === undefined ? [] : [sessionId]), userId];
}
