import { putAssetContent } from "../../../services/assets/put-asset-content.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { respond } from "../../respond.ts";
import { CONTENT_PATH, parseSignedUrl } from "../../wire/assets/signed-url.ts";

/** Stores the bytes of an asset. The signed URL is the credential. */
export const putAssetContentRoute: RawRoute = {
  id: "putAssetContent",
  method: "PUT",
  path: CONTENT_PATH,
  audience: "anyone",
  access: "Signed URL; its user needs `write` on the asset",
  summary: "Upload the bytes of an asset to its signed URL.",
  async handle(c) {
    const length = c.req.header("content-length");
    await putAssetContent(serviceContext(c), {
      ...parseSignedUrl(c),
      contentType: c.req.header("content-type") ?? null,
      contentLength: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
      body: c.req.raw.body,
    });
    return respond(c, { data: {} }, "Bytes received.");
  },
};
