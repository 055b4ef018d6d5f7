import { ExtractionError } from "../../../domain/extraction-error.ts";

/** The parser keeps two kilobytes for a line and for a part. */
const MAX_LINES = 40_000;
const MAX_BOUNDARIES = 2_000;
const LINE_FEED = 0x0a;
const HYPHEN = 0x2d;
const NOT_READ = /^content-type:\s*(?!text\/|message\/|multipart\/)\S/im;
const ENCODED = /^content-transfer-encoding:\s*base64/im;
const INNER_MESSAGE = /^content-type:\s*message\//gim;
const MAX_MESSAGES = 100;
const MAX_HEADER_BYTES = 65_536;
const TOO_LONG = "This message has more lines or parts than can be read. Save it as PDF or text in your mail program, and upload that.";

/**
 * A message without the bytes of what is attached in base64: nobody reads them here, and they are nearly all of it.
 * @throws ExtractionError when what is left is too long for the parser
 */
export function trimmedMessage(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let [length, lines, boundaries] = [0, 0, 0];
  let part: "fields" | "body" | "dropped" = "fields";
  let fieldsAt = 0;
  for (let at = 0; at < bytes.length;) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    const isBoundary = bytes[at] === HYPHEN && bytes[at + 1] === HYPHEN;
    if (isBoundary) {
      boundaries += 1;
      [part, fieldsAt] = ["fields", end];
    } else if (part === "fields" && end - at <= 2) part = isAttachment(bytes.subarray(fieldsAt, at)) ? "dropped" : "body";
    else if (part === "dropped") {
      at = end;
      continue;
    }
    kept.set(bytes.subarray(at, end), length);
    length += end - at;
    lines += 1;
    if (lines > MAX_LINES || boundaries > MAX_BOUNDARIES) throw new ExtractionError(TOO_LONG);
    at = end;
  }
  const trimmed = kept.subarray(0, length);
  // Its time grows with the square of messages in messages.
  const inner = new TextDecoder("iso-8859-1").decode(trimmed).match(INNER_MESSAGE)?.length ?? 0;
  if (inner > MAX_MESSAGES) throw new ExtractionError(TOO_LONG);
  return trimmed;
}

function isAttachment(fields: Uint8Array): boolean {
  if (fields.length > MAX_HEADER_BYTES) return false;
  const text = new TextDecoder("iso-8859-1").decode(fields);
  return NOT_READ.test(text) && ENCODED.test(text);
}
