import type { Listeners } from "../../storage/d1/threads/presence.ts";
import type { SocketSession } from "./socket-session.ts";

/** The distinct listeners of these sessions. */
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

/** The ids by which the guard can deny a session, the API key first. */
export function namesOf(session: SocketSession): string[] {
  if (session.kind === "guest") return [session.tokenId];
  return [...(session.key === null ? [] : [session.key.keyId]), session.userId];
}
