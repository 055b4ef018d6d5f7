import { ExtractionError } from "../../../domain/extraction-error.ts";

const SAMPLED_CHARS = 4096;
const MAX_UNPRINTABLE_SHARE = 0.1;
/**
 * Maximum share of unprintable characters in text that is not UTF-8. Compressed data, read as single-byte
 * letters, has a share of about 0.1.
 */
const MAX_UNPRINTABLE_SHARE_OF_OTHERS = 0.02;
const MIN_UNPRINTABLE = 2;
// C0 controls except bell, backspace, tab, line feed, form feed, carriage return and escape. NULs are already
// removed. oxlint-disable-next-line no-control-regex -- this is the set of counted characters
const UNPRINTABLE = /[\x01-\x06\x0b\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;
const BINARY =
  "This file is declared as text, but it holds binary data. Save it as text in UTF-8, or upload it under its own type.";

/**
 * Decodes a file that is certainly UTF-8, with the same result as `decodeText`. Returns null for other files.
 * @throws ExtractionError
 */
export function utf8Text(bytes: Uint8Array): string | null {
  // A zero byte may be half of a UTF-16 unit.
  if (bytes.includes(0)) return null;
  const text = strictUtf8(bytes);
  return text === null ? null : cleanText(text, () => true);
}

export function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Removes the byte-order mark and NULs.
 * @param isUtf8 called only if its result matters
 * @throws ExtractionError if the result is not text
 */
export function cleanText(decoded: string, isUtf8: () => boolean): string {
  const text = decoded.replaceAll("\0", "").replace(/^\ufeff/, "");
  const sample = text.slice(0, SAMPLED_CHARS);
  const unprintable = sample.match(UNPRINTABLE)?.length ?? 0;
  const isBinary = unprintable > sample.length * MAX_UNPRINTABLE_SHARE;
  const isDoubtful = unprintable > Math.max(MIN_UNPRINTABLE, sample.length * MAX_UNPRINTABLE_SHARE_OF_OTHERS);
  if (isBinary || (isDoubtful && !isUtf8())) throw new ExtractionError(BINARY);
  return text;
}
