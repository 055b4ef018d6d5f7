import { decodeAs } from "./decode-as.ts";
import { mostlyUtf8 } from "./decode-text.ts";
import { detectCharset } from "./detect-charset.ts";

/** Decodes bytes of unknown encoding: UTF-8 when nearly all of it is valid, else by letter frequencies. */
export function decodeUnknown(bytes: Uint8Array): string {
  return mostlyUtf8(bytes) ?? decodeAs(detectCharset(bytes), bytes) ?? "";
}
