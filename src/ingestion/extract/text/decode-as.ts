import { decodeSingleBytes, upperHalf } from "./decode-single-bytes.ts";
import { decodeUtf32 } from "./decode-utf32.ts";

/** Decodes bytes; null for an unknown encoding label. */
export function decodeAs(label: string, bytes: Uint8Array): string | null {
  const utf32 = /^utf-?32(le|be)?$/i.exec(label);
  if (utf32 !== null) return decodeUtf32(utf32[1]?.toLowerCase() === "be" ? "utf-32be" : "utf-32le", bytes);
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    const upper = upperHalf(label);
    return upper === null ? null : decodeSingleBytes(upper, bytes);
  }
}
