import { sniffUtf16 } from "../text/decode-text.ts";

/** Converts a UTF-16 message or mailbox to UTF-8. Returns other bytes unchanged. */
export function mailToUtf8(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly isUnicode: boolean } {
  const encoding = sniffUtf16(bytes);
  if (encoding === null) return { bytes, isUnicode: false };
  return { bytes: new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)), isUnicode: true };
}
