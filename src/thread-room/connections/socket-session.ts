import * as z from "zod";
import { idText } from "../../domain/id-text.ts";
import { threadRef, roomKey } from "../api.ts";

/** Milliseconds since 1970. */
const tokenExpiresAt = z.number();

/** When the Worker asked D1 about this session, milliseconds since 1970. */
const openedAt = z.number();

/** The key of the rate limit, shared with messages over HTTP. Null: no limit. */
const rateKey = z.string().nullable();

/** True sends identifiers as text, false as bytes. */
const textIdentifiers = z.boolean();

/** Whether the socket receives presence. */
const presence = z.boolean();

/** Whether the socket receives drafts of answers. */
const drafts = z.boolean();

/**
 * Whether the Worker opened the socket for an HTTP event stream. It reconnects when its reader has taken
 * everything.
 */
const isStream = z.boolean();

const userSession = z.object({
  ...threadRef.shape,
  textIdentifiers,
  isStream,
  presence,
  drafts,
  kind: z.literal("user"),
  userId: idText("user"),
  /** The API key that opened it; null for a person. */
  key: roomKey.nullable(),
  /** As others see it. */
  displayName: z.string(),
  tokenExpiresAt,
  openedAt,
  canWrite: z.boolean(),
  rateKey,
});

/** A listener through a public link. A guest who signed in brings the expiry of their own token. */
const guestSession = z.object({
  ...threadRef.shape,
  textIdentifiers,
  isStream,
  presence,
  drafts,
  kind: z.literal("guest"),
  tokenId: idText("token"),
  tokenExpiresAt: tokenExpiresAt.nullable(),
  openedAt,
  rateKey,
});

/** The listener's session. The socket's attachment holds it, so it survives hibernation. */
export const socketSession = z.discriminatedUnion("kind", [userSession, guestSession]);
export type SocketSession = z.output<typeof socketSession>;
export type UserSession = z.output<typeof userSession>;

/** The header `x-room-session`: set by the Worker after it authenticated the caller and asked D1. */
const upgrade = z.object({
  session: socketSession,
  /** The last event that the client has. Null: only new events. */
  since: z.int().min(0).nullable(),
  subprotocol: z.literal("knowledge.v1").nullable(),
});
export type Upgrade = z.output<typeof upgrade>;

export const SESSION_HEADER = "x-room-session";
/** The close code for a stream that the room rejects. Streams get it in an HTTP response. */
export const REJECTION_HEADER = "x-room-refusal";

/** Null if the request does not come from the Worker. */
export function readUpgrade(request: Request): Upgrade | null {
  const header = request.headers.get(SESSION_HEADER);
  if (header === null || request.headers.get("upgrade")?.toLowerCase() !== "websocket") return null;
  try {
    return upgrade.safeParse(JSON.parse(header)).data ?? null;
  } catch {
    return null;
  }
}
