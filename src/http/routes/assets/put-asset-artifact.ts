import * as z from "zod";
import { ARTIFACT_KINDS } from "../../../domain/asset.ts";
import { putAssetArtifact } from "../../../services/assets/put-asset-artifact.ts";
import { fieldErrors } from "../../errors.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { respond } from "../../respond.ts";
import { idParam } from "../../wire/identifier.ts";

const request = z.object({
  assetID: idParam("asset"),
  kind: z.enum(ARTIFACT_KINDS),
  token: z.string().min(1).max(8192),
});

/** Stores the output of a processor. The signed URL is the credential. */
export const putAssetArtifactRoute: RawRoute = {
  id: "putAssetArtifact",
  method: "PUT",
  path: "/v1/assets/{assetID}/artifacts/{kind}",
  audience: "anyone",
  access: "Signed URL, while the asset waits for a processor",
  summary: "Upload the output of a processor to its signed URL.",
  async handle(c) {
    const parsed = request.safeParse({
      assetID: c.req.param("assetID"),
      kind: c.req.param("kind"),
      token: c.req.query("token"),
    });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const { assetID: assetId, kind, token } = parsed.data;
    const length = c.req.header("content-length");
    await putAssetArtifact(serviceContext(c), {
      assetId,
      kind,
      token,
      contentType: c.req.header("content-type") ?? null,
      contentLength: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
      body: c.req.raw.body,
    });
    return respond(c, { data: {} }, "Artifact received.");
  },
};
