import { crc32 } from "../domain/crc32.ts";
import { sha256Hex } from "../domain/hash.ts";

/** `kwp_`, 43 random characters of base62 (256 bits), `_`, and a checksum over what stands before it: CRC-32 as 6 characters of base62. */
const KEY = /^kwp_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;
const PREFIX = "kwp_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
/** Bytes from here on are thrown away: the digits below are equally likely. */
const BYTES_USED = 256 - (256 % DIGITS.length);

/** A fresh key, to be shown once. */
export function newApiKey(): string {
  let digits = "";
  while (digits.length < RANDOM_DIGITS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS))) {
      if (byte < BYTES_USED && digits.length < RANDOM_DIGITS) digits += DIGITS[byte % DIGITS.length];
    }
  }
  return `${PREFIX}${digits}_${checksum(`${PREFIX}${digits}`)}`;
}

/** Whether a bearer token means to be an API key. */
export function isLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** What is kept of a key, SHA-256 as hexadecimal digits; null for what cannot be one, which is found without asking anybody. */
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
