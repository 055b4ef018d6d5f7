import type { Id } from "../domain/ids.ts";

export const RANDOM_BYTES = 16;

/**
 * Derives a secret: HMAC-SHA256(link secret, identifier and 128 random bits), 32 bytes. The database stores
 * only the random bits, so neither it nor the setting alone reveals the secret. Identifiers of different
 * kinds give different secrets.
 * @param randomBits 16 bytes
 */
export async function derivedSecret(
  linkSecret: Uint8Array<ArrayBuffer>,
  id: Id<"token" | "hook">,
  randomBits: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  if (randomBits.length !== RANDOM_BYTES)
    throw new RangeError(`A derived secret needs ${RANDOM_BYTES} random bytes, not ${randomBits.length}.`);
  // The random bits have a fixed length and come last, so no two pairs produce the same message.
  return await hmacSha256(linkSecret, Uint8Array.from([...new TextEncoder().encode(id), ...randomBits]));
}

export async function hmacSha256(secret: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}
