const MAX_HEADER_BYTES = 65_536;
const HEADER_END = /\r?\n\r?\n/;
/** Of the message as a whole: its own text, written in Markdown or the like. What other programs make of these is read apart. */
const WRITTEN_OTHERWISE =
  /^content-type:[ \t]*(text\/(?!(?:plain|html|calendar|x-vcalendar|csv|vcard|x-vcard|directory|rtf|richtext|xml)(?![\w.+-]))[\w.+-]{1,100})/dim;
const ATTACHED = /^content-disposition:[ \t]*attachment/im;
const PLAIN = new TextEncoder().encode("text/plain");

/** The same message; one whose text is of another kind of text (`text/markdown`) as one of plain text, which parsers show in place of attaching it. */
export function asTextMessage(bytes: Uint8Array): Uint8Array {
  // Each byte is one character.
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
