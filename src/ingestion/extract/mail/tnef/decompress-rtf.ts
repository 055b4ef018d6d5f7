const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const DICTIONARY_BYTES = 4_096;
const SHORTEST_REFERENCE = 2;
/** Initial content of the dictionary ([MS-OXRTFCP] 2.1.2.1). */
const INITIAL = [
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor ",
  "MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
].join("");

/**
 * Decompresses the RTF of an Outlook message ([MS-OXRTFCP]). Two input bytes yield at most 17 bytes. If the
 * stream is truncated, returns the bytes before the cut.
 * @returns null if the data is no compressed RTF
 */
export function decompressRtf(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [size, kind] = [view.getUint32(4, true), view.getUint32(8, true)];
  if (kind === UNCOMPRESSED) return bytes.subarray(HEADER_BYTES, HEADER_BYTES + size);
  return kind === COMPRESSED ? decompressed(bytes.subarray(HEADER_BYTES), size) : null;
}

function decompressed(bytes: Uint8Array, size: number): Uint8Array {
  const made = new Uint8Array(Math.min(size, bytes.length * 9));
  const dictionary = new Uint8Array(DICTIONARY_BYTES);
  dictionary.set(new TextEncoder().encode(INITIAL));
  let [length, written] = [0, INITIAL.length];
  const put = (byte: number): void => {
    if (length < made.length) made[length] = byte;
    length += 1;
    dictionary[written % DICTIONARY_BYTES] = byte;
    written += 1;
  };
  for (let at = 0; at < bytes.length && length < made.length;) {
    const flags = bytes[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[at] ?? 0);
        at += 1;
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      // A reference to the current write position ends the stream.
      if (from === written % DICTIONARY_BYTES) return made.subarray(0, Math.min(length, made.length));
      const count = (reference & 0xf) + SHORTEST_REFERENCE;
      for (let nth = 0; nth < count; nth += 1) put(dictionary[(from + nth) % DICTIONARY_BYTES] ?? 0);
    }
  }
  return made.subarray(0, Math.min(length, made.length));
}
