import { decodeAs } from "./decode-as.ts";
import { mostlyUtf8 } from "./decode-text.ts";
import { detectCharset } from "./detect-charset.ts";

/** The characters of bytes of which nothing is known: UTF-8 when nearly all of it is valid, else as their letters look. */
export function decodeUnknown(bytes: Uint8Array): string {
  return mostlyUtf8(bytes) ?? decodeAs(detectCharset(bytes), bytes) ?? "";
}
