import { detectCharset } from "../text/detect-charset.ts";
import { strictUtf8 } from "../text/utf8-text.ts";

const LINE_FEED = 0x0a;

/** Names of one archive, in UTF-8 or in whatever encoding their letters look like together. */
export function decodeNames(names: readonly Uint8Array[]): string[] {
  const decoded = names.map(strictUtf8);
  const others = names.filter((_, at) => decoded[at] === null);
  if (others.length === 0) return decoded.map((name) => name ?? "");
  const decoder = new TextDecoder(detectCharset(Uint8Array.from(others.flatMap((name) => [...name, LINE_FEED]))));
  return names.map((name, at) => decoded[at] ?? decoder.decode(name));
}
