import { isHtmlType, mediaTypeOf } from "../../domain/media-type.ts";
import { nameFromUrl, MAX_NAME_CHARS, visibleName } from "../../net/name-from-url.ts";
import { decodeText } from "../extract/text/decode-text.ts";

/** Length of the page's beginning in which the head with the title is expected. */
const TITLE_SEARCHED_BYTES = 256 * 1024;
/** A media type with parameters that is valid in a header: RFC 9110, 8.3.1. */
const CONTENT_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:"[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$&^.+-]+))*$/;

/** Returns the declared media type, or the generic type if the declared one is missing or invalid. */
export function pageContentType(header: string | null): string {
  const declared = header?.trim() ?? "";
  return declared.length <= MAX_NAME_CHARS && CONTENT_TYPE.test(declared)
    ? declared
    : "application/octet-stream";
}

/** Returns the page's title, or its address without a title. */
export async function pageTitle(url: URL, contentType: string, bytes: Uint8Array): Promise<string> {
  return (
    (isHtmlType(mediaTypeOf(contentType)) ? await titleOf(contentType, bytes) : "") || nameFromUrl(url.href)
  );
}

async function titleOf(contentType: string, bytes: Uint8Array): Promise<string> {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
  // Cuts before a tag, because a split character would change the detected encoding.
  const head =
    bytes.length <= TITLE_SEARCHED_BYTES
      ? bytes
      : bytes.subarray(0, bytes.lastIndexOf(0x3c, TITLE_SEARCHED_BYTES));
  try {
    const { scanHtmlText: scannedHtmlText } = await import("../extract/html/scan-html-text.ts");
    return visibleName(scannedHtmlText(await decodeText(head, { charset, isHtml: true })).title);
  } catch {
    // A page without text has no title. The extract stage reports the error later.
    return "";
  }
}
