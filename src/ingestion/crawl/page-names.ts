import { mediaTypeOf } from "../../domain/media-type.ts";
import { addressName, MAX_NAME_CHARS, visibleName } from "../../net/address-names.ts";
import { decodeText } from "../extract/text/decode-text.ts";

/** The title stands in the head; what is behind this is not looked at. */
const TITLE_SEARCHED_BYTES = 256 * 1024;
/** As a media type with parameters may be sent on in a header: RFC 9110, 8.3.1. */
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:"[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$&^.+-]+))*$/;
const HTML = new Set(["text/html", "application/xhtml+xml"]);

/** The declared type; the type that says nothing when there is none, or no valid one. */
export function contentTypeOf(header: string | null): string {
  const declared = header?.trim() ?? "";
  return declared.length <= MAX_NAME_CHARS && CONTENT_TYPE.test(declared) ? declared : "application/octet-stream";
}

/** The page's own title, else its address. */
export async function displayNameOf(url: URL, contentType: string, bytes: Uint8Array): Promise<string> {
  return (HTML.has(mediaTypeOf(contentType)) ? await titleOf(contentType, bytes) : "") || addressName(url.href);
}

async function titleOf(contentType: string, bytes: Uint8Array): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
  // Cut before a tag: half a character would make another encoding of it.
  const head = bytes.length <= TITLE_SEARCHED_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x3c, TITLE_SEARCHED_BYTES));
  try {
    const { scannedHtmlText } = await import("../extract/html/html-scan.ts");
    return visibleName(scannedHtmlText(await decodeText(head, { charset, isHtml: true })).title);
  } catch {
    // What is no text has no title; the run that reads it says so.
    return "";
  }
}
