/**
 * Size of a directory entry in a compound file (MS-CFB). An entry begins with the stream's name in UTF-16.
 */
const ENTRY_BYTES = 128;
const STREAMS: readonly (readonly [string, string])[] = [
  ["EncryptedPackage", "encrypted"],
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["Book", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
  ["__properties_version1.0", "application/vnd.ms-outlook"],
];

/**
 * Returns the type of an old Office file, `encrypted` for a new Office file with a password, or null for an
 * unknown file.
 */
export function oleType(bytes: Uint8Array): string | null {
  const names = STREAMS.map(([name, type]) => ({
    type,
    bytes: Uint8Array.from(`${name}\0`, (char) => char.charCodeAt(0)),
  }));
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const found = names.find((name) =>
      name.bytes.every((byte, index) => bytes[at + 2 * index] === byte && bytes[at + 2 * index + 1] === 0),
    );
    if (found !== undefined) return found.type;
  }
  return null;
}
