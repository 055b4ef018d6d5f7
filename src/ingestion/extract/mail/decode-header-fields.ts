import { decodeAs } from "../text/decode-as.ts";
import { decodeUnknown } from "../text/decode-unknown.ts";
import { strictUtf8 } from "../text/utf8-text.ts";
import { decodeBody } from "./decode-body.ts";

/** A sequence of adjacent encoded words (RFC 2047, 6.2). */
const ENCODED_WORDS =
  /=\?[^?\s]{1,60}\?[bq]\?[^?\r\n]*\?=(?:[ \t\r\n]{1,20}=\?[^?\s]{1,60}\?[bq]\?[^?\r\n]*\?=)*/gi;
const ENCODED_WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?\r\n]*)\?=/gi;
const PIECE_BYTES = 24_576;

/**
 * Converts header fields to UTF-8 for the message parser. Decodes adjacent encoded words of one charset
 * together, because some programs split a character between two words. Also decodes charsets that the parser
 * does not support.
 */
export function decodeHeaderFields(fields: Uint8Array): Uint8Array {
  const text = strictUtf8(fields) ?? decodeUnknown(fields);
  return new TextEncoder().encode(
    text.replace(ENCODED_WORDS, (words) => joined([...words.matchAll(ENCODED_WORD)])),
  );
}

function joined(words: readonly RegExpMatchArray[]): string {
  let said = "";
  let [charset, pieces]: [string, Uint8Array[]] = ["", []];
  const end = (): void => {
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    said += decodeAs(charset, bytes) ?? decodeUnknown(bytes);
    pieces = [];
  };
  for (const [, label = "", encoding = "", content = ""] of words) {
    // A language tag may follow the charset (RFC 2231, 5).
    const name = label.replace(/\*.*/, "").toLowerCase();
    if (name !== charset && pieces.length > 0) end();
    charset = name;
    pieces.push(contentBytes(encoding, content));
  }
  end();
  return encodedWord(said);
}

function contentBytes(encoding: string, content: string): Uint8Array {
  const bytes = new TextEncoder().encode(/^q$/i.test(encoding) ? content.replaceAll("_", "=20") : content);
  return decodeBody(bytes, /^q$/i.test(encoding) ? "quoted-printable" : "base64");
}

/** Encodes the text again as a single encoded word, so that its commas and quotes are no header syntax. */
function encodedWord(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  return `=?utf-8?B?${btoa(binary)}?=`;
}
