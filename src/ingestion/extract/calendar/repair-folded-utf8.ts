import { strictUtf8 } from "../text/utf8-text.ts";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const FOLDS = new Set([0x20, 0x09]);
/** A UTF-8 character has at most three continuation bytes (10xxxxxx). */
const MAX_REST = 3;

/**
 * Repairs a UTF-8 calendar whose lines were folded inside a character (RFC 5545, 3.1): moves each cut
 * character before its fold. Line numbers do not change. A file that is not UTF-8 afterwards stays unchanged.
 */
export function repairFoldedUtf8(bytes: Uint8Array): Uint8Array {
  if (strictUtf8(bytes) !== null) return bytes;
  const mended = bytes.slice();
  for (let feed = mended.indexOf(LINE_FEED); feed >= 0; feed = mended.indexOf(LINE_FEED, feed + 1)) {
    const end = mended[feed - 1] === RETURN ? feed - 1 : feed;
    if (!FOLDS.has(mended[feed + 1] ?? 0) || (mended[end - 1] ?? 0) < 0x80) continue;
    let rest = 0;
    while (rest < MAX_REST && ((mended[feed + 2 + rest] ?? 0) & 0xc0) === 0x80) rest += 1;
    const letter = mended.slice(feed + 2, feed + 2 + rest);
    mended.copyWithin(end + rest, end, feed + 2);
    mended.set(letter, end);
  }
  return strictUtf8(mended) === null ? bytes : mended;
}
