/** Approximate size of a streamed part in UTF-16 code units: a few words. */
const PART_CHARS = 48;

/**
 * Splits a text into parts for streaming. Splits after a space if possible, and never inside a surrogate
 * pair.
 */
export function streamParts(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > PART_CHARS) {
    const space = text.lastIndexOf(" ", start + PART_CHARS - 1);
    let end = space > start ? space + 1 : start + PART_CHARS;
    const code = text.charCodeAt(end);
    if (code >= 0xdc00 && code <= 0xdfff) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}
