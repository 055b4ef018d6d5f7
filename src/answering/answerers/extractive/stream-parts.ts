/** About this many UTF-16 code units make a part: a few words. */
const PART_CHARS = 48;

/** Cuts text into the parts in which it is streamed: joined they are the text; cut after a space where there is one, never inside a surrogate pair. */
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
