import { create as contentDisposition } from "content-disposition";
import * as z from "zod";
import type { Id } from "../../domain/ids.ts";
import { readSource } from "../../services/read-source.ts";
import { receiveUpload } from "../../services/receive-upload.ts";
import { fieldErrors } from "../errors.ts";
import type { RawRoute } from "../register.ts";
import { type Http, serviceContext } from "../request-scope.ts";
import { respond } from "../respond.ts";
import { idParam } from "../wire/identifier.ts";

const PATH = "/v1/assets/{assetID}/content";
/** Shown by a browser in its place; everything else is a download, because it is somebody's bytes on our origin. */
const INLINE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"]);

const request = z.object({ assetID: idParam("asset"), token: z.string().min(1).max(8192) });

function parseRequest(c: Http): { assetId: Id<"asset">; token: string } {
  const parsed = request.safeParse({ assetID: c.req.param("assetID"), token: c.req.query("token") });
  if (!parsed.success) throw fieldErrors(parsed.error.issues);
  return { assetId: parsed.data.assetID, token: parsed.data.token };
}

/** Takes the bytes of an asset: the URL itself is the credential. */
export const putAssetContent: RawRoute = {
  id: "putAssetContent",
  method: "PUT",
  path: PATH,
  who: "anyone",
  access: "The signed URL, while its user may `write` the asset",
  summary: "Send the bytes of an asset to its signed URL.",
  async handle(c) {
    const length = c.req.header("content-length");
    await receiveUpload(serviceContext(c), {
      ...parseRequest(c),
      contentType: c.req.header("content-type") ?? null,
      contentLength: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
      body: c.req.raw.body,
    });
    return respond(c, { data: {} });
  },
};

/** Gives the bytes of an asset, or a range of them: the URL names its user, and D1 says whether he may still read. */
export const getAssetContent: RawRoute = {
  id: "getAssetContent",
  method: "GET",
  path: PATH,
  who: "anyone",
  access: "The signed URL, while its user may `read` the asset",
  summary: "The bytes of an asset by its signed URL.",
  async handle(c) {
    const source = await readSource(serviceContext(c), {
      ...parseRequest(c),
      range: c.req.header("range") ?? null,
      ifRange: c.req.header("if-range") ?? null,
    });
    const { range, size } = source;
    const mediaType = source.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
    const type = INLINE_TYPES.has(mediaType) ? "inline" : "attachment";
    const headers = new Headers({
      "content-type": source.contentType,
      "content-length": String(range === null ? size : range.end - range.start + 1),
      "content-disposition": contentDisposition(source.fileName, { type }),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "private",
      "accept-ranges": "bytes",
      etag: `"${source.etag}"`,
    });
    if (range !== null) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
    return new Response(source.body, { status: range === null ? 200 : 206, headers });
  },
};
