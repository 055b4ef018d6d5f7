import { undeclaredUtf16 } from "../text/decode-text.ts";

/** A message or mailbox that a program saved in UTF-16, in UTF-8; all others as they are. */
export function asByteMail(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly isUnicode: boolean } {
  const encoding = undeclaredUtf16(bytes);
  if (encoding === null) return { bytes, isUnicode: false };
  return { bytes: new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)), isUnicode: true };
}
