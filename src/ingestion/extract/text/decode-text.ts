import { ExtractionError } from "../../../domain/extraction-error.ts";

const META_CHARSET = /<meta\s[^>]{0,200}?charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i;
const META_BYTES = 4096;
const SAMPLED_BYTES = 4096;
const MAX_UNPRINTABLE_SHARE = 0.1;
// C0 controls but tab, line feed, form feed, carriage return, escape; what remains after NULs are gone.
// oxlint-disable-next-line no-control-regex -- these are what is being counted
const UNPRINTABLE = /[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;

/**
 * The characters of a text file, without byte-order mark and NULs, otherwise as they stand (line ends too).
 * Encoding: byte-order mark, else the declared charset, else (HTML) the `<meta>` charset, else UTF-16 by its zero bytes,
 * else UTF-8 when valid, else windows-1252.
 * @throws ExtractionError when the bytes are no text
 */
export function decodeText(bytes: Uint8Array, options: { charset: string | null; isHtml: boolean }): string {
  const label = markedEncoding(bytes);
  const decoded =
    (label === null ? null : decodeAs(label, bytes)) ??
    (options.charset === null ? null : decodeAs(options.charset, bytes)) ??
    (options.isHtml ? decodeAsMetaSays(bytes) : null) ??
    decodeUndeclared(bytes);
  const text = decoded.replaceAll("\0", "").replace(/^\ufeff/, "");
  refuseBinary(text);
  return text;
}

function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

/** Null when the label names no encoding that the platform knows. */
function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return null;
  }
}

function decodeAsMetaSays(bytes: Uint8Array): string | null {
  const label = META_CHARSET.exec(new TextDecoder("iso-8859-1").decode(bytes.subarray(0, META_BYTES)))?.[1];
  // A tag that could be read byte by byte is not in UTF-16: the HTML standard reads that label as UTF-8.
  return label === undefined ? null : decodeAs(/^utf-?16/i.test(label) ? "utf-8" : label, bytes);
}

function decodeUndeclared(bytes: Uint8Array): string {
  const utf16 = utf16ByZeros(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** UTF-16 without a mark: mostly-Latin text has a zero in every second byte, and hardly any in the others. */
function utf16ByZeros(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLED_BYTES);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = sample.length / 2;
  if (odd > half * 0.5 && even < half * 0.05) return "utf-16le";
  if (even > half * 0.5 && odd < half * 0.05) return "utf-16be";
  return null;
}

function refuseBinary(text: string): void {
  const sample = text.slice(0, SAMPLED_BYTES);
  const unprintable = sample.match(UNPRINTABLE)?.length ?? 0;
  if (unprintable > sample.length * MAX_UNPRINTABLE_SHARE) {
    throw new ExtractionError("This file is declared as text, but it holds binary data.");
  }
}
