import * as z from "zod";
import { idText } from "../../domain/id-text.ts";
import { place, roomKey } from "../api.ts";

/** Milliseconds since 1970. */
const tokenExpiresAt = z.number();

/** When the Worker asked D1 whether this session may be, milliseconds since 1970. */
const openedAt = z.number();

/** Whose messages are counted together, those that come over HTTP too; null: they are not limited. */
const rateKey = z.string().nullable();

/** True: identifiers are sent as text. False: as bytes. */
const textIdentifiers = z.boolean();

/** Whether it is sent who is here. */
const presence = z.boolean();

/** Whether it is sent drafts of answers. */
const drafts = z.boolean();

/** Whether the socket is the Worker's, which passes to an HTTP stream what it receives: it comes back by itself once its reader has taken what there was. */
const isStream = z.boolean();

const userSession = z.object({
  ...place.shape,
  textIdentifiers,
  isStream,
  presence,
  drafts,
  kind: z.literal("user"),
  userId: idText("user"),
  /** By which API key it was opened; null: by a person. */
  key: roomKey.nullable(),
  /** As others are shown it. */
  displayName: z.string(),
  tokenExpiresAt,
  openedAt,
  canWrite: z.boolean(),
  rateKey,
});

/** Somebody who listens through a public link; a guest who has signed in brings the expiry of their own token. */
const guestSession = z.object({
  ...place.shape,
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

/** What a socket knows of who listens: kept in its attachment, so that it outlives the object's memory. */
export const socketSession = z.discriminatedUnion("kind", [userSession, guestSession]);
export type SocketSession = z.output<typeof socketSession>;
export type UserSession = z.output<typeof userSession>;

/** What the Worker, which has authenticated the caller and asked D1, says in the header `x-room-session`. */
const upgrade = z.object({
  session: socketSession,
  /** The last event that the client has seen; null: only what happens from now on. */
  since: z.int().min(0).nullable(),
  subprotocol: z.literal("knowledge.v1").nullable(),
});
export type Upgrade = z.output<typeof upgrade>;

export const SESSION_HEADER = "x-room-session";
/** With which code the room would have closed the socket that it does not open for a stream: those get an HTTP answer. */
export const REFUSAL_HEADER = "x-room-refusal";

/** Null when the request is not the Worker's. */
export function readUpgrade(request: Request): Upgrade | null {
  const header = request.headers.get(SESSION_HEADER);
  if (header === null || request.headers.get("upgrade")?.toLowerCase() !== "websocket") return null;
  try {
    return upgrade.safeParse(JSON.parse(header)).data ?? null;
  } catch {
    return null;
  }
}
