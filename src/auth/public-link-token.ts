import { base64url } from "jose";
import type { Id } from "../domain/ids.ts";
import { derivedSecret } from "./derived-secret.ts";

/**
 * The secret part of a thread's public link: 43 base64url characters. The database stores the random bits and
 * the token's hash.
 * @param randomBits 16 bytes
 */
export async function publicLinkToken(
  linkSecret: Uint8Array<ArrayBuffer>,
  tokenId: Id<"token">,
  randomBits: Uint8Array,
): Promise<string> {
  return base64url.encode(await derivedSecret(linkSecret, tokenId, randomBits));
}
