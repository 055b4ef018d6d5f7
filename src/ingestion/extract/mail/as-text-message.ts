const MAX_HEADER_BYTES = 65_536;
const HEADER_END = /\r?\n\r?\n/;
/**
 * Text type of a message that is itself written in that format, such as Markdown. Excludes formats that
 * accompany a message as separate parts.
 */
const WRITTEN_OTHERWISE =
  /^content-type:[ \t]*(text\/(?!(?:plain|html|calendar|x-vcalendar|csv|vcard|x-vcard|directory|rtf|richtext|xml)(?![\w.+-]))[\w.+-]{1,100})/dim;
const ATTACHED = /^content-disposition:[ \t]*attachment/im;
const PLAIN = new TextEncoder().encode("text/plain");

/**
 * Changes the declared type of a message's text to plain text if it is another text type (`text/markdown`),
 * because parsers treat such text as an attachment.
 */
export function asTextMessage(bytes: Uint8Array): Uint8Array {
  // Latin-1 maps each byte to one character, so offsets stay the same.
  const beginning = new TextDecoder("iso-8859-1").decode(bytes.subarray(0, MAX_HEADER_BYTES));
  const header = beginning.slice(0, HEADER_END.exec(beginning)?.index ?? beginning.length);
  const [start, end] = WRITTEN_OTHERWISE.exec(header)?.indices?.[1] ?? [0, 0];
  if (end === 0 || ATTACHED.test(header)) return bytes;
  const message = new Uint8Array(bytes.length - (end - start) + PLAIN.length);
  message.set(bytes.subarray(0, start));
  message.set(PLAIN, start);
  message.set(bytes.subarray(end), start + PLAIN.length);
  return message;
}
