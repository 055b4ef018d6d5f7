import * as z from "zod";
import { MAX_PARTS } from "../../../domain/multipart.ts";
import { putMultipartPart } from "../../../services/assets/put-multipart-part.ts";
import { fieldErrors } from "../../errors.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { respond } from "../../respond.ts";
import { parseSignedUrl } from "../../wire/assets/signed-url.ts";

const request = z.object({
  number: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a number from 1 on")
    .transform(Number)
    .pipe(z.int().max(MAX_PARTS)),
});

/** Stores one part of an asset's bytes. The signed URL is the credential. */
export const putMultipartPartRoute: RawRoute = {
  id: "putMultipartPart",
  method: "PUT",
  path: "/v1/assets/{assetID}/multipart/{number}",
  audience: "anyone",
  access: "Signed URL; its user needs `write` on the asset",
  summary: "Upload one part of an asset to its signed URL.",
  async handle(c) {
    const parsed = request.safeParse({ number: c.req.param("number") });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const length = c.req.header("content-length");
    await putMultipartPart(serviceContext(c), {
      ...parseSignedUrl(c),
      number: parsed.data.number,
      contentLength: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
      body: c.req.raw.body,
    });
    return respond(c, { data: {} }, "Part received.");
  },
};
