/** By the streams of a compound file (MS-CFB): names stand in UTF-16 at the beginning of directory entries of so many bytes. */
const ENTRY_BYTES = 128;
const STREAMS: readonly (readonly [string, string])[] = [
  ["EncryptedPackage", "encrypted"],
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["Book", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
  ["__properties_version1.0", "application/vnd.ms-outlook"],
];

/** What an old Office file is; `encrypted` for a new one behind a password, null when nothing in it tells. */
export function oleType(bytes: Uint8Array): string | null {
  const names = STREAMS.map(([name, type]) => ({ type, bytes: Uint8Array.from(`${name}\0`, (char) => char.charCodeAt(0)) }));
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const found = names.find((name) =>
      name.bytes.every((byte, index) => bytes[at + 2 * index] === byte && bytes[at + 2 * index + 1] === 0),
    );
    if (found !== undefined) return found.type;
  }
  return null;
}
