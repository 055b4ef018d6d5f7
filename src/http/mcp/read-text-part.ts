/** Longest part in UTF-16 code units, about 15,000 tokens. */
export const MAX_FETCHED_CHARS = 60_000;

export interface TextPart {
  readonly text: string;
  readonly offset: number;
  readonly nextOffset: number | null;
}

/**
 * Reads a part of a UTF-8 text without storing the rest in memory. The part never splits a surrogate pair.
 */
export async function readTextPart(stream: ReadableStream | null, offset: number): Promise<TextPart> {
  let seen = 0;
  let text = "";
  const end = offset + MAX_FETCHED_CHARS;
  const pieces =
    (stream as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const piece of pieces) {
    text += piece.slice(Math.max(0, offset - seen), Math.max(0, end - seen));
    seen += piece.length;
    // One additional character shows that more text follows.
    if (seen > end) break;
  }
  const isCut = seen > end && /[\ud800-\udbff]$/.test(text);
  const whole = isCut ? text.slice(0, -1) : text;
  return { text: whole, offset, nextOffset: seen > end ? offset + whole.length : null };
}
