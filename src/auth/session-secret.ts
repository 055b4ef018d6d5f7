import { base64url } from "jose";
import { sha256Hex } from "../domain/sha256.ts";

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** Creates the value of a session cookie: 256 random bits in base64url. */
export function newSessionSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The stored form of the value. For a malformed value the result is null, which saves the database query. */
export async function hashOfSessionSecret(secret: string): Promise<string | null> {
  return SECRET.test(secret) ? await sha256Hex(secret) : null;
}
