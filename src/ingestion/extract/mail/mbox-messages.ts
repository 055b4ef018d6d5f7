const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const GREATER = 0x3e;
const FROM = [0x46, 0x72, 0x6f, 0x6d, 0x20] as const;
const LOOKED_AT_BYTES = 1_000;
/**
 * Sender and date: "From ada@example.org Mon Mar 2 10:00:00 2026". A year or a time of day is enough as the
 * date.
 */
const ENVELOPE =
  /^From +(?:\S{1,300}|"[^"\r\n]{1,200}"\S{0,100}) +(?=[^\r\n]{0,100}(?:\b(?:19|20)\d\d\b|\d:\d\d))/;
/**
 * Sender and asctime date. Such a line is an envelope even without header fields below it, because no
 * paragraph begins this way.
 */
const DATED =
  /^From +\S{1,300} +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} +\d{1,2}:\d\d(?::\d\d)? [^\r\n]{0,40}\b\d{4}\s{0,9}(?:\r?\n|$)/;
/** Envelope with only the sender, as some programs write. It counts only if header fields follow. */
const BARE = /^From +\S{1,300}[ \t]*(?:\r?\n|$)/;
const FIELD = /^[^\r\n]{0,400}\r?\n[!-9;-~]{1,76}:/;

/**
 * Yields the messages of a mailbox (RFC 4155) and removes the `>` that mailboxes put before "From ". A
 * message begins after an envelope line, which is the first line or follows an empty line. An envelope line
 * has a sender and a full date, or a sender and a header field below it.
 */
export function* mboxMessages(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  let start: number | null = null;
  let isBelowEmpty = true;
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const next = feed < 0 ? bytes.length : feed + 1;
    if (isBelowEmpty && beginsWithFrom(bytes, at) && isEnvelope(bytes, at)) {
      if (start !== null && start < at) yield withHead(unquoted(bytes.subarray(start, at)));
      start = next;
    }
    isBelowEmpty = next - at === 1 || (next - at === 2 && bytes[at] === RETURN);
    at = next;
  }
  if (start !== null && start < bytes.length) yield withHead(unquoted(bytes.subarray(start)));
  return undefined;
}

/** If a message has no header and begins with its text, adds the empty line that ends a header. */
function withHead(message: Uint8Array): Uint8Array {
  const first = new TextDecoder("iso-8859-1").decode(message.subarray(0, LOOKED_AT_BYTES));
  if (/^(?:[!-9;-~]{1,76}[ \t]*:|\r?\n|From |>From )/.test(first)) return message;
  const whole = new Uint8Array(message.length + 1);
  whole[0] = LINE_FEED;
  whole.set(message, 1);
  return whole;
}

function beginsWithFrom(bytes: Uint8Array, at: number): boolean {
  return FROM.every((byte, place) => bytes[at + place] === byte);
}

/** Distinguishes an envelope from a paragraph that begins with "From ". */
function isEnvelope(bytes: Uint8Array, at: number): boolean {
  const said = new TextDecoder("iso-8859-1").decode(bytes.subarray(at, at + LOOKED_AT_BYTES));
  if (DATED.test(`${said.slice(0, LOOKED_AT_BYTES / 2).split("\n", 1)[0]}\n`)) return true;
  return (
    (ENVELOPE.test(said) || BARE.test(said)) &&
    (FIELD.test(said) || /^[^\r\n]{0,400}(?:\r?\n){0,2}$/.test(said))
  );
}

/** Decodes the mboxrd format: `>From ` stands for "From ", and `>>From ` for `>From `. */
function unquoted(message: Uint8Array): Uint8Array {
  const kept = new Uint8Array(message.length);
  let length = 0;
  for (let at = 0; at < message.length;) {
    const feed = message.indexOf(LINE_FEED, at);
    const next = feed < 0 ? message.length : feed + 1;
    let from = at;
    while (message[from] === GREATER) from += 1;
    const line = message.subarray(from > at && beginsWithFrom(message, from) ? at + 1 : at, next);
    kept.set(line, length);
    length += line.length;
    at = next;
  }
  return kept.subarray(0, length);
}
