import { counted } from "../counted.ts";
import type { FileKind } from "../file-types.ts";
import { strictUtf8 } from "./utf8-text.ts";

/** Kinds of files that are text. */
const OF_TEXT = new Set<FileKind>([
  "html",
  "markdown",
  "delimited",
  "json",
  "captions",
  "calendar",
  "rtf",
  "mbox",
  "mail",
  "xml",
  "code",
  "text",
]);
const REPLACED = "\ufffd";

/**
 * Returns a note with the number of undecodable characters; "" if there are none or the file itself contains
 * U+FFFD.
 */
export function undecodedNote(text: string, bytes: Uint8Array, kind: FileKind): string {
  if (!OF_TEXT.has(kind) || !text.includes(REPLACED) || strictUtf8(bytes) !== null) return "";
  let count = 0;
  for (let at = text.indexOf(REPLACED); at >= 0; at = text.indexOf(REPLACED, at + 1)) count += 1;
  const [isOne, are] = [count === 1, count === 1 ? "stands" : "stand"];
  return `${counted(count, "character")} could not be decoded and ${are} as ${REPLACED} in the text: ${isOne ? "its" : "their"} bytes are invalid in the file's encoding.`;
}
