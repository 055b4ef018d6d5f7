import { createHmac } from "node:crypto";

const ID_BYTES = 16;

/** Maps an author's id to the pseudonym that guests see. Both consist of 16 integers from 0 to 255. */
export type GuestAuthor = (userId: readonly number[]) => number[];

/**
 * Pseudonyms for a thread's authors: the first 16 bytes of HMAC-SHA256(link secret, thread and user), with
 * the version and variant of a UUIDv8 (RFC 9562). Account ids never are UUIDv8. An author has one pseudonym
 * for all links of a thread and different pseudonyms in other threads. The service's pseudonym is 16 zero
 * bytes.
 */
export function guestAuthors(linkSecret: Uint8Array, threadId: string): GuestAuthor {
  const known = new Map<string, number[]>();
  return (userId) => {
    if (userId.every((byte) => byte === 0)) return [...userId];
    const key = userId.join();
    const pseudonym = known.get(key) ?? makePseudonym(linkSecret, threadId, userId);
    known.set(key, pseudonym);
    return pseudonym;
  };
}

/** Synchronous, because the room must not await between the log entry and sending frames. */
function makePseudonym(linkSecret: Uint8Array, threadId: string, userId: readonly number[]): number[] {
  const digest = createHmac("sha256", linkSecret)
    .update(`guest author\0${threadId}\0`)
    .update(Uint8Array.from(userId))
    .digest();
  const bytes = Array.from(digest.subarray(0, ID_BYTES));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes;
}
