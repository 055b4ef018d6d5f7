import { decodeAs } from "./decode-as.ts";
import { mostlyUtf8 } from "./decode-text.ts";
import { detectCharset } from "./detect-charset.ts";

/**
 * Decodes bytes of unknown encoding. Uses UTF-8 if nearly all of the bytes are valid, otherwise the encoding
 * that letter frequencies suggest.
 */
export function decodeUnknown(bytes: Uint8Array): string {
  return mostlyUtf8(bytes) ?? decodeAs(detectCharset(bytes), bytes) ?? "";
}
