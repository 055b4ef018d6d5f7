const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const PADDED_AFTER = 6;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = Int8Array.from({ length: 256 }, (_, byte) => ALPHABET.indexOf(String.fromCharCode(byte)));

/** Decodes the body of a part from its `Content-Transfer-Encoding`. */
export function decodeBody(body: Uint8Array, encoding: string): Uint8Array {
  if (/^base64$/i.test(encoding)) return decodeBase64(body);
  return /^quoted-printable$/i.test(encoding) ? decodeQuotedPrintable(body) : body;
}

/** Ignores characters outside of the base64 alphabet (RFC 2045, 6.8). */
function decodeBase64(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.ceil((body.length * 3) / 4));
  let [length, bits, held] = [0, 0, 0];
  for (const byte of body) {
    const value = VALUES[byte] ?? -1;
    if (value < 0) {
      if (byte === EQUALS) [bits, held] = [0, 0];
      continue;
    }
    bits = ((bits << PADDED_AFTER) | value) & 0xffff;
    held += PADDED_AFTER;
    if (held < 8) continue;
    held -= 8;
    decoded[length] = (bits >> held) & 0xff;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte !== EQUALS) {
      decoded[length] = byte;
      length += 1;
      continue;
    }
    const [first, second] = [body[at + 1] ?? LINE_FEED, body[at + 2] ?? LINE_FEED];
    // Skips a soft line break.
    if (first === LINE_FEED) at += 1;
    else if (first === RETURN && second === LINE_FEED) at += 2;
    else {
      const value = Number.parseInt(String.fromCharCode(first, second), 16);
      decoded[length] = Number.isNaN(value) ? EQUALS : value;
      length += 1;
      if (!Number.isNaN(value)) at += 2;
    }
  }
  return decoded.subarray(0, length);
}
