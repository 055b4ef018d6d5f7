/**
 * Identifiers in two spellings: 16 bytes, and TypeIDs (https://github.com/jetify-com/typeid): a prefix and 26
 * base32 characters.
 */

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
export const ID_BYTES = 16;
const SUFFIX_CHARS = 26;
const BITS_PER_CHAR = 5n;
const LOWEST_CHAR = 31n;

/** An identifier in either spelling. */
export type Identifier = string | readonly number[];

/**
 * A new identifier such as `msg_01h455vb4pex5vsknk084sn02q`: a UUIDv7 (RFC 9562), which sorts by creation
 * time.
 */
export function newId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  const view = new DataView(bytes.buffer);
  const now = Date.now();
  view.setUint32(0, Math.floor(now / 2 ** 16));
  view.setUint16(4, now % 2 ** 16);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  return idFromBytes(prefix, bytes);
}

/**
 * The text spelling of the given identifier, or a new one. @throws RangeError for an invalid identifier of
 * that kind
 */
export function idOrNew(prefix: string, given: Identifier | undefined): string {
  return given === undefined ? newId(prefix) : idText(prefix, given);
}

/** @throws RangeError unless there are 16 bytes */
export function idFromBytes(prefix: string, bytes: ArrayLike<number>): string {
  if (bytes.length !== ID_BYTES) throw new RangeError(`An identifier has ${ID_BYTES} bytes.`);
  let value = Array.from(bytes).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let suffix = "";
  while (suffix.length < SUFFIX_CHARS) {
    suffix = `${ALPHABET[Number(value & LOWEST_CHAR)]}${suffix}`;
    value >>= BITS_PER_CHAR;
  }
  return prefix === "" ? suffix : `${prefix}_${suffix}`;
}

/** @throws RangeError for an invalid identifier */
export function idToBytes(id: string): number[] {
  const suffix = id.slice(id.lastIndexOf("_") + 1);
  const digits = Array.from(suffix, (char) => ALPHABET.indexOf(char));
  // 26 characters hold 130 bits, and an identifier has 128.
  if (digits.length !== SUFFIX_CHARS || digits.includes(-1) || Number(digits[0]) > 7)
    throw new RangeError("This is not an identifier.");
  let value = digits.reduce((sum, digit) => (sum << BITS_PER_CHAR) | BigInt(digit), 0n);
  const bytes: number[] = [];
  while (bytes.length < ID_BYTES) {
    bytes.unshift(Number(value & 0xffn));
    value >>= 8n;
  }
  return bytes;
}

/** The text spelling of either form. @throws RangeError for an invalid identifier of that kind */
export function idText(prefix: string, id: Identifier): string {
  if (typeof id !== "string") return idFromBytes(prefix, id);
  if (!id.startsWith(`${prefix}_`) || id.lastIndexOf("_") !== prefix.length)
    throw new RangeError(`This is not a ${prefix}_… identifier.`);
  return idFromBytes(prefix, idToBytes(id));
}
