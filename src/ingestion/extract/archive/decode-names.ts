import { decodeAs } from "../text/decode-as.ts";
import { detectCharset } from "../text/detect-charset.ts";
import { strictUtf8 } from "../text/utf8-text.ts";

const LINE_FEED = 0x0a;

/**
 * Decodes the names of one archive together: as UTF-8, or in the most likely encoding. DOS code pages win
 * ties.
 */
export function decodeNames(names: readonly Uint8Array[]): string[] {
  const decoded = names.map(strictUtf8);
  const others = names.filter((_, at) => decoded[at] === null);
  if (others.length === 0) return decoded.map((name) => name ?? "");
  const charset = detectCharset(Uint8Array.from(others.flatMap((name) => [...name, LINE_FEED])), "names");
  return names.map((name, at) => decoded[at] ?? decodeAs(charset, name) ?? "");
}
