import type { Id } from "../domain/ids.ts";

export const RANDOM_BYTES = 16;

/**
 * Derives a secret of 32 bytes: HMAC-SHA256(link secret, id and 128 random bits). The database stores only
 * the random bits. So neither the database nor the setting reveals the secret alone. Ids of different kinds
 * give different secrets.
 * @param randomBits 16 bytes
 */
export async function derivedSecret(
  linkSecret: Uint8Array<ArrayBuffer>,
  id: Id<"token" | "hook">,
  randomBits: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  if (randomBits.length !== RANDOM_BYTES)
    throw new RangeError(`A derived secret needs ${RANDOM_BYTES} random bytes, not ${randomBits.length}.`);
  // The random bits have a fixed length and come last, so two different pairs never produce the same message.
  return await hmacSha256(linkSecret, Uint8Array.from([...new TextEncoder().encode(id), ...randomBits]));
}

export async function hmacSha256(
  secret: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}
