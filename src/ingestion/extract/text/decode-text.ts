import { decodeAs } from "./decode-as.ts";
import { decodeUtf32, utf32ByZeros } from "./decode-utf32.ts";
import { sniffEastAsianUtf16, sniffAlphabetUtf16 } from "./sniff-utf16.ts";
import { cleanText, strictUtf8 } from "./utf8-text.ts";

const META_CHARSET = /<meta\s[^>]{0,200}?charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i;
const XML_CHARSET = /^<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i;
const META_BYTES = 4096;
const SAMPLED_BYTES = 4096;
/**
 * Single-byte encodings. Nearly every UTF-8 text is valid in each of them, so their declaration proves
 * little.
 */
const ONE_BYTE =
  /^(?:us-?ascii|ascii|latin-?[1-9]|iso-?8859-?\d{1,2}|(?:windows-|cp)125\d|koi8-[ru]|macintosh|x-mac-\w{1,20})$/i;
/** A damaged UTF-8 file has at least this many valid characters per invalid one. */
const MIN_VALID = 4;

/**
 * Decodes a text file. Removes the byte-order mark and NULs, and keeps line ends. The encoding is the first
 * of these:
 * - the encoding of the byte-order mark
 * - the declared charset
 * - the file's own declaration (XML, HTML `<meta>`)
 * - UTF-32 or UTF-16, if zero bytes show it
 * - UTF-8, if nearly all of the file is valid
 * - the encoding with the most plausible letters, otherwise windows-1252
 * @throws ExtractionError if the bytes are not text
 */
export async function decodeText(
  bytes: Uint8Array,
  options: { charset: string | null; isHtml: boolean },
): Promise<string> {
  const { charset, isHtml } = options;
  const label = markedEncoding(bytes);
  const decoded =
    (label === null ? null : decodeAs(label, bytes)) ??
    (charset === null ? null : decodeAsDeclared(charset, bytes)) ??
    decodeAsItSays(bytes, isHtml) ??
    (await decodeUndeclared(bytes));
  return cleanText(decoded, () => strictUtf8(bytes) !== null);
}

function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe)
    return third === 0 && fourth === 0 && bytes.length % 4 === 0 ? "utf-32le" : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0 && second === 0 && third === 0xfe && fourth === 0xff ? "utf-32be" : null;
}

/** Detects UTF-16 by its byte-order mark or by zero bytes; null for other encodings. */
export function sniffUtf16(bytes: Uint8Array): string | null {
  const marked = markedEncoding(bytes);
  if (marked?.startsWith("utf-16") === true) return marked;
  const sample = bytes.subarray(0, SAMPLED_BYTES);
  return marked === null && sample.includes(0) ? sniffAlphabetUtf16(sample) : null;
}

/**
 * Decodes a declared encoding. Returns null for an unknown label, or if the bytes clearly have another
 * encoding, because many programs declare an encoding unchecked.
 */
function decodeAsDeclared(charset: string, bytes: Uint8Array): string | null {
  if (/^utf-?8$/i.test(charset)) return mostlyUtf8(bytes);
  const text = decodeAs(charset, bytes);
  if (text === null) return null;
  const isDoubtful = (ONE_BYTE.test(charset) || text.includes("\ufffd")) && hasPairsOfUtf8(bytes);
  return (isDoubtful ? strictUtf8(bytes) : null) ?? (isMostlyDamaged(text) ? null : text);
}

function decodeAsItSays(bytes: Uint8Array, isHtml: boolean): string | null {
  const head = new TextDecoder("iso-8859-1").decode(bytes.subarray(0, META_BYTES));
  const label = (isHtml ? META_CHARSET.exec(head)?.[1] : undefined) ?? XML_CHARSET.exec(head)?.[1];
  // A tag that is readable byte by byte is not UTF-16. The HTML standard treats such a label as UTF-8.
  return label === undefined
    ? null
    : decodeAsDeclared(/^utf-?(?:16|32)/i.test(label) ? "utf-8" : label, bytes);
}

/**
 * Whether the bytes have at least two multi-byte characters. A single one may be two letters of a single-byte
 * encoding.
 */
function hasPairsOfUtf8(bytes: Uint8Array): boolean {
  let found = 0;
  for (let at = 1; at < bytes.length && found < 2; at += 1)
    if (isLead(bytes[at - 1] ?? 0) && ((bytes[at] ?? 0) & 0xc0) === 0x80) found += 1;
  return found >= 2;
}

const isLead = (byte: number): boolean => byte >= 0xc2 && byte <= 0xf4;

/** Whether most non-ASCII letters of the text are broken. */
function isMostlyDamaged(text: string): boolean {
  let [broken, whole] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code >= 0x80) whole += 1;
  }
  return broken > whole;
}

async function decodeUndeclared(bytes: Uint8Array): Promise<string> {
  const sample = bytes.subarray(0, SAMPLED_BYTES);
  const hasZeros = sample.includes(0);
  const utf32 = hasZeros ? utf32ByZeros(sample) : null;
  if (utf32 !== null) return decodeUtf32(utf32, bytes);
  const utf16 = hasZeros ? sniffAlphabetUtf16(sample) : null;
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  const eastAsian = hasZeros && strictUtf8(bytes) === null ? sniffEastAsianUtf16(sample) : null;
  if (eastAsian !== null) return new TextDecoder(eastAsian).decode(bytes);
  // Checks for ISO-2022, whose escape sequences are ASCII.
  const isIso2022 = bytes.includes(0x1b) && new TextDecoder("iso-8859-1").decode(sample).includes("\x1b$B");
  const utf8 = isIso2022 ? null : mostlyUtf8(bytes);
  if (utf8 !== null) return utf8;
  const { detectCharset } = await import("./detect-charset.ts");
  return decodeAs(detectCharset(bytes), bytes) ?? new TextDecoder("windows-1252").decode(bytes);
}

/** Decodes UTF-8 with at most a few damaged characters; null for other bytes. */
export function mostlyUtf8(bytes: Uint8Array): string | null {
  const strict = strictUtf8(bytes);
  if (strict !== null) return strict;
  const text = new TextDecoder().decode(bytes);
  let [broken, whole] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code >= 0x80) whole += 1;
  }
  return whole > broken * MIN_VALID ? text : null;
}
