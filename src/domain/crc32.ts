const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/**
 * Returns the CRC-32 checksum, which ZIP and gzip use.
 * @param before checksum of the preceding bytes
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return ~value >>> 0;
}
