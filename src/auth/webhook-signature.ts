import { base64url } from "jose";
import type { Id } from "../domain/ids.ts";
import { derivedSecret, hmacSha256, RANDOM_BYTES } from "./derived-secret.ts";

/** The columns of a webhook from which the service derives its secrets. */
export interface SecretBits {
  readonly id: Id<"hook">;
  readonly secretBits: string;
  readonly previousBits: string | null;
  readonly previousUntil: Date | null;
}

/** Input for a new secret: 16 random bytes in base64url. */
export function newSecretBits(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

/**
 * The secret in the form that receivers store: `whsec_` and 32 bytes in base64
 * (https://www.standardwebhooks.com).
 */
export async function webhookSecret(
  linkSecret: Uint8Array<ArrayBuffer>,
  id: Id<"hook">,
  bits: string,
): Promise<string> {
  return `whsec_${toBase64(await derivedSecret(linkSecret, id, base64url.decode(bits)))}`;
}

/** The three signed parts of a webhook message. The receiver gets all three. */
export interface SignedMessage {
  readonly messageId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Value of the header `webhook-signature`. During a rotation, it contains a second signature with the
 * previous secret.
 */
export async function signatures(
  linkSecret: Uint8Array<ArrayBuffer>,
  { id, secretBits, previousBits, previousUntil }: SecretBits,
  { messageId, timestamp, body }: SignedMessage,
  now: Date,
): Promise<string> {
  const isOverlap = previousBits !== null && previousUntil !== null && previousUntil > now;
  const message = Uint8Array.from(new TextEncoder().encode(`${messageId}.${timestamp}.${body}`));
  const signed = [secretBits, ...(isOverlap ? [previousBits] : [])].map(async (bits) => {
    const secret = await derivedSecret(linkSecret, id, base64url.decode(bits));
    return `v1,${toBase64(await hmacSha256(secret, message))}`;
  });
  return (await Promise.all(signed)).join(" ");
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
