import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import type { SessionRow } from "../../../storage/d1/users/sessions.ts";
import { idString } from "../identifier.ts";
import { timestamp } from "../values.ts";

/** A session of a browser, without its secret. */
export const browserSession = z.object({
  sessionId: idString("session"),
  isCurrent: z.boolean().meta({ description: "Whether this request belongs to the session." }),
  issuer: z.string().meta({ description: "The issuer of the identity." }),
  email: z.string(),
  userAgent: z
    .string()
    .meta({ description: "The browser's User-Agent header at sign-in, up to 255 characters." }),
  createdAt: timestamp,
  lastUsedAt: timestamp.meta({ description: "The day of the last use, in UTC." }),
  expiresAt: timestamp.meta({ description: "Time at which the session ends at the latest." }),
});

export function presentBrowserSession(
  row: SessionRow,
  current: Id<"session"> | undefined,
): z.input<typeof browserSession> {
  return {
    sessionId: row.id,
    isCurrent: row.id === current,
    issuer: row.issuer,
    email: row.claims.email,
    userAgent: row.agent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
