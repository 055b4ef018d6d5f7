import { crc32 } from "../domain/crc32.ts";
import { sha256Hex } from "../domain/sha256.ts";

/**
 * Format: `kwp_`, 43 random base62 characters (256 bits), `_`, and the CRC-32 of the preceding text as 6
 * base62 characters.
 */
const KEY = /^kwp_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;
const PREFIX = "kwp_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
/** Bytes from this value on are discarded, so each digit is equally likely. */
const BYTES_USED = 256 - (256 % DIGITS.length);

/** Creates a new API key. The service shows the key only once. */
export function newApiKey(): string {
  let digits = "";
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS))) {
      if (byte < BYTES_USED && digits.length < RANDOM_DIGITS) digits += DIGITS[byte % DIGITS.length];
    }
  }
  return `${PREFIX}${digits}_${checksum(`${PREFIX}${digits}`)}`;
}

/** Whether a bearer token has the prefix of an API key. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * The stored form of a key: its SHA-256 in hexadecimal. For a malformed key the result is null, which saves
 * the database query.
 */
export async function hashOfApiKey(token: string): Promise<string | null> {
  if (!KEY.test(token)) return null;
  const end = token.length - CHECKSUM_DIGITS;
  return token.slice(end) === checksum(token.slice(0, end - 1)) ? await sha256Hex(token) : null;
}

function checksum(text: string): string {
  let left = crc32(new TextEncoder().encode(text));
  let digits = "";
  for (let at = 0; at < CHECKSUM_DIGITS; at += 1) {
    digits = `${DIGITS[left % DIGITS.length]}${digits}`;
    left = Math.floor(left / DIGITS.length);
  }
  return digits;
}
