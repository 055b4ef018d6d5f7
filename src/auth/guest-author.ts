import { createHmac } from "node:crypto";

const ID_BYTES = 16;

/** What guests know an author by, made of the author's id; both are 16 integers 0..255. */
export type GuestAuthor = (userId: readonly number[]) => number[];

/**
 * The pseudonyms of a thread's authors: the first 16 bytes of HMAC-SHA256(link secret, thread and user), with the version and variant of a
 * UUIDv8 (RFC 9562), which no account's id has. The same for every link of the thread, another one in every other thread; without the secret
 * nobody tells whose it is. The service itself, 16 zero bytes, is nobody.
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

/** Synchronous, because frames are sent without an await between the log and the sockets. */
function makePseudonym(linkSecret: Uint8Array, threadId: string, userId: readonly number[]): number[] {
  const digest = createHmac("sha256", linkSecret).update(`guest author\0${threadId}\0`).update(Uint8Array.from(userId)).digest();
  const bytes = Array.from(digest.subarray(0, ID_BYTES));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes;
}
