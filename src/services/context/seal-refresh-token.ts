import { sealClaims } from "../../auth/seal-claims.ts";
import type { Id } from "../../domain/ids.ts";
import type { Context } from "./context.ts";

/** Encrypts a refresh token for the row of its session. In another row it does not open. */
export async function sealRefreshToken(
  { config }: Context,
  sessionId: Id<"session">,
  token: string,
): Promise<string> {
  return await sealClaims(config.linkSecret, "refresh-token", sessionId, { token }, null);
}
