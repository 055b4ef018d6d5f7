import * as z from "zod";
import { idText, place } from "./api.ts";

/** What a socket knows of its user: kept in its attachment, so that it outlives the object's memory. */
export const socketSession = z.object({
  ...place.shape,
  userId: idText("user"),
  /** Milliseconds since 1970. */
  tokenExpiresAt: z.number(),
  canWrite: z.boolean(),
});
export type SocketSession = z.output<typeof socketSession>;

/** What the Worker, which has authenticated the caller and asked D1, says in the header `x-room-session`. */
const upgrade = z
  .object({
    ...socketSession.omit({ tokenExpiresAt: true }).shape,
    issuerTokenExpiresAt: z.number(),
    /** The last event that the client has seen; null: only what happens from now on. */
    since: z.int().min(0).nullable(),
    subprotocol: z.literal("knowledge.v1").nullable(),
  })
  .transform(({ since, subprotocol, issuerTokenExpiresAt, ...session }) => ({
    session: { ...session, tokenExpiresAt: issuerTokenExpiresAt } satisfies SocketSession,
    since,
    subprotocol,
  }));
export type Upgrade = z.output<typeof upgrade>;

export const SESSION_HEADER = "x-room-session";

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
