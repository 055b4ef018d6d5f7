import { base64url } from "jose";
import type { Id } from "../domain/ids.ts";

const RANDOM_BYTES = 16;

/**
 * The secret part of a thread's public link: base64url of HMAC-SHA256(link secret, token id and 128 random bits), 43 characters.
 * The database holds the bits and this token's hash, so neither the database nor the secret alone gives a link away.
 * @param randomBits 16 bytes
 */
export async function publicLinkToken(linkSecret: Uint8Array<ArrayBuffer>, tokenId: Id<"token">, randomBits: Uint8Array): Promise<string> {
  if (randomBits.length !== RANDOM_BYTES) throw new RangeError(`A link needs ${RANDOM_BYTES} random bytes, not ${randomBits.length}.`);
  const key = await crypto.subtle.importKey("raw", linkSecret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  // The bits have a fixed length and stand last, so no two pairs make the same message.
  const message = Uint8Array.from([...new TextEncoder().encode(tokenId), ...randomBits]);
  return base64url.encode(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
}
