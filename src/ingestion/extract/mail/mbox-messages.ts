const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const FROM = [0x46, 0x72, 0x6f, 0x6d, 0x20] as const;

/** The messages of a mailbox (RFC 4155): each begins behind a line `From …`, which stands at the beginning or below an empty line. */
export function* mboxMessages(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  let start: number | null = null;
  let isBelowEmpty = true;
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const next = feed < 0 ? bytes.length : feed + 1;
    if (isBelowEmpty && FROM.every((byte, place) => bytes[at + place] === byte)) {
      if (start !== null && start < at) yield bytes.subarray(start, at);
      start = next;
    }
    isBelowEmpty = next - at === 1 || (next - at === 2 && bytes[at] === RETURN);
    at = next;
  }
  if (start !== null && start < bytes.length) yield bytes.subarray(start);
  return undefined;
}
