import * as z from "zod";
import { idText } from "../../domain/id-text.ts";
import { threadRef, roomKey } from "../api.ts";

/** Milliseconds since 1970. */
const tokenExpiresAt = z.number();

/** Time at which the Worker checked the session's access in D1, milliseconds since 1970. */
const openedAt = z.number();

/** The key of the rate limit, which messages over HTTP share; null without a limit. */
const rateKey = z.string().nullable();

/** Whether the socket receives identifiers as text; otherwise as bytes. */
const textIdentifiers = z.boolean();

/** Whether the socket receives presence. */
const presence = z.boolean();

/** Whether the socket receives drafts of answers. */
const drafts = z.boolean();

/** Whether frames have the time of their change. Sessions of older releases have no such field. */
const times = z.boolean().default(false);

/**
 * Whether the Worker opened the socket for an HTTP event stream. A stream reconnects after its reader has
 * read all frames.
 */
const isStream = z.boolean();

const userSession = z.object({
  ...threadRef.shape,
  textIdentifiers,
  isStream,
  presence,
  drafts,
  times,
  kind: z.literal("user"),
  userId: idText("user"),
  /** The API key that opened the socket; null for a person. */
  key: roomKey.nullable(),
  /** The browser session that opened the socket; absent without one. */
  sessionId: idText("session").optional(),
  /** Display name that other users see. */
  displayName: z.string(),
  tokenExpiresAt,
  openedAt,
  canWrite: z.boolean(),
  rateKey,
});

/** A listener with a public link. If the guest signed in, the session has the expiry of their own token. */
const guestSession = z.object({
  ...threadRef.shape,
  textIdentifiers,
  isStream,
  presence,
  drafts,
  times,
  kind: z.literal("guest"),
  tokenId: idText("token"),
  tokenExpiresAt: tokenExpiresAt.nullable(),
  openedAt,
  rateKey,
});

/** The listener's session. The socket's attachment contains it, so the session survives hibernation. */
export const socketSession = z.discriminatedUnion("kind", [userSession, guestSession]);
export type SocketSession = z.output<typeof socketSession>;
export type UserSession = z.output<typeof userSession>;

/**
 * The header `x-room-session`, which the Worker sets after it authenticated the caller and checked access in
 * D1.
 */
const upgrade = z.object({
  session: socketSession,
  /** Number of the last event that the client received; null to receive only new events. */
  since: z.int().min(0).nullable(),
  subprotocol: z.literal("knowledge.v1").nullable(),
});
export type Upgrade = z.output<typeof upgrade>;

export const SESSION_HEADER = "x-room-session";
/**
 * Header with the close code for a stream that the room rejects. A stream receives the code in an HTTP
 * response.
 */
export const REJECTION_HEADER = "x-room-refusal";

/** The session of an upgrade request. Returns null if the request does not come from the Worker. */
export function readUpgrade(request: Request): Upgrade | null {
  const header = request.headers.get(SESSION_HEADER);
  if (header === null || request.headers.get("upgrade")?.toLowerCase() !== "websocket") return null;
  try {
    return upgrade.safeParse(JSON.parse(header)).data ?? null;
  } catch {
    return null;
  }
}
