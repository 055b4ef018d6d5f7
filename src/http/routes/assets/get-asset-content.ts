import { create as contentDisposition } from "content-disposition";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { getAssetContent } from "../../../services/assets/get-asset-content.ts";
import { answerBytes, rangeAsked } from "../../answer-bytes.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { CONTENT_PATH, parseSignedUrl } from "../../wire/assets/signed-url.ts";
import { matchesTag } from "../../viewer-etag.ts";

/**
 * Types that browsers may show inline. Other types are downloads, because users' bytes must not run on the
 * service's origin.
 */
const INLINE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"]);

/**
 * Serves the bytes of an asset, or a range of them. The URL names its user, and D1 decides whether the user
 * may still read the asset.
 */
export const getAssetContentRoute: RawRoute = {
  id: "getAssetContent",
  method: "GET",
  path: CONTENT_PATH,
  audience: "anyone",
  access: "Signed URL; its user needs `read` on the asset",
  summary: "The bytes of an asset, by signed URL.",
  async handle(c) {
    const source = await getAssetContent(serviceContext(c), {
      ...parseSignedUrl(c),
      ...rangeAsked(c),
      isKnown: (etag) => matchesTag(c.req.header("if-none-match"), `"${etag}"`),
    });
    const isShown = !source.isDownload && INLINE_TYPES.has(mediaTypeOf(source.contentType));
    const headers = new Headers({
      "content-type": source.contentType,
      "content-disposition": contentDisposition(source.fileName, { type: isShown ? "inline" : "attachment" }),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "private",
      etag: `"${source.etag}"`,
    });
    return answerBytes(source, headers);
  },
};
