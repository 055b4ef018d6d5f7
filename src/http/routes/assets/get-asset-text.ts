import * as z from "zod";
import { getAssetText } from "../../../services/assets/get-asset-text.ts";
import { fieldErrors } from "../../errors.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { matchesTag } from "../../viewer-etag.ts";
import { idParam } from "../../wire/identifier.ts";

const request = z.object({
  assetID: idParam("asset"),
  version: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be the hash of a text")
    .nullable(),
});

/** Serves the extracted text, to which the offsets of citations refer. */
export const getAssetTextRoute: RawRoute = {
  id: "getAssetText",
  method: "GET",
  path: "/v1/assets/{assetID}/text",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on a collection that holds the asset",
  summary: "The extracted text of an asset.",
  async handle(c) {
    const parsed = request.safeParse({
      assetID: c.req.param("assetID"),
      version: c.req.query("version") ?? null,
    });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const isKnown = (version: string): boolean => matchesTag(c.req.header("if-none-match"), `"${version}"`);
    const found = await getAssetText(serviceContext(c), {
      assetId: parsed.data.assetID,
      version: parsed.data.version,
      isKnown,
    });
    const etag = `"${found.version}"`;
    const known = { etag, "cache-control": "private, no-cache", "x-content-type-options": "nosniff" };
    if (found.text === null) return new Response(null, { status: 304, headers: known });
    const headers = {
      ...known,
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(found.size),
      "content-security-policy": "sandbox; default-src 'none'",
    };
    return new Response(found.text, { headers });
  },
};
