import { ExtractionError } from "../../../domain/extraction-error.ts";
import { decodeText } from "../text/decode-text.ts";
import type { OfficeBlock } from "./office-text.ts";

const MAIL_NAME = /\.(?:mht|mhtml|eml)$/i;
const MAX_HEAD = 64;

/** Embedded documents (`altChunk`, ECMA-376-1, 17.17.2.1) by relationship id. */
export type DocxChunks = Map<string, readonly OfficeBlock[]>;

/**
 * Reads an embedded document.
 * @param readDocx reads an embedded Word document
 * @returns null if the document cannot be read
 */
export async function readChunk(
  name: string,
  bytes: Uint8Array,
  readDocx: (bytes: Uint8Array) => Promise<string>,
): Promise<OfficeBlock[] | null> {
  try {
    const text = await textOf(name, bytes, readDocx);
    return text.trim() === "" ? null : [{ kind: "spelled", text: text.trim() }];
  } catch (error) {
    if (error instanceof ExtractionError) return null;
    throw error;
  }
}

async function textOf(
  name: string,
  bytes: Uint8Array,
  readDocx: (bytes: Uint8Array) => Promise<string>,
): Promise<string> {
  const head = String.fromCharCode(...bytes.subarray(0, MAX_HEAD)).trimStart();
  if (head.startsWith("PK")) return await readDocx(bytes);
  if (head.startsWith("{\\rtf")) return (await import("../rtf/extract-rtf.ts")).extractRtf(bytes).text;
  if (MAIL_NAME.test(name)) return (await (await import("../mail/extract-mail.ts")).extractMail(bytes)).text;
  const isHtml = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?</.test(head);
  const text = await decodeText(bytes, { charset: null, isHtml });
  return isHtml ? (await (await import("../html/extract-html.ts")).extractHtml(text)).text : text;
}
