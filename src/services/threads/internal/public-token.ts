import { base64url } from "jose";
import { publicLinkToken } from "../../../auth/public-link-token.ts";
import { sha256Hex } from "../../../domain/hash.ts";
import type { ThreadLinkRow } from "../../../storage/d1/threads/thread-links.ts";
import type { Context } from "../../context/context.ts";

/** The public token of a link, derived from its row. "" when the link has ended. */
export async function publicTokenOf(ctx: Context, link: Pick<ThreadLinkRow, "id" | "randomBits" | "revokedAt">): Promise<string> {
  if (link.revokedAt !== null) return "";
  return await publicLinkToken(ctx.config.linkSecret, link.id, base64url.decode(link.randomBits));
}

/** The form in which D1 stores a public token. */
export async function hashOfPublicToken(publicToken: string): Promise<string> {
  return await sha256Hex(publicToken);
}

/** The URL for the holder of a public token. "" without one. */
export function publicAddress(ctx: Context, threadId: string, publicToken: string): string {
  return publicToken === "" ? "" : `${ctx.origin}/v1/threads/${threadId}?publicAccessToken=${publicToken}`;
}
