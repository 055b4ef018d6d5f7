import { base64url } from "jose";
import { publicLinkToken } from "../../../auth/public-link-token.ts";
import { sha256Hex } from "../../../domain/sha256.ts";
import type { ThreadLinkRow } from "../../../storage/d1/threads/thread-links.ts";
import type { Context } from "../../context/context.ts";

/** Returns the public token of a link, derived from its row. Returns "" if the link was revoked. */
export async function publicTokenOf(
  ctx: Context,
  link: Pick<ThreadLinkRow, "id" | "randomBits" | "revokedAt">,
): Promise<string> {
  if (link.revokedAt !== null) return "";
  return await publicLinkToken(ctx.config.linkSecret, link.id, base64url.decode(link.randomBits));
}

/** Returns the hash of a public token, which D1 stores instead of the token. */
export async function hashOfPublicToken(publicToken: string): Promise<string> {
  return await sha256Hex(publicToken);
}

/** Returns the URL that contains a public token, or "" for an empty token. */
export function publicAddress(ctx: Context, threadId: string, publicToken: string): string {
  return publicToken === "" ? "" : `${ctx.origin}/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
}
