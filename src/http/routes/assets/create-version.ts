import * as z from "zod";
import { createVersion } from "../../../services/assets/create-version.ts";
import { defineOperation } from "../../operation.ts";
import { newAsset } from "../../wire/assets/new-asset.ts";
import { idParam } from "../../wire/identifier.ts";
import { timestamp } from "../../wire/values.ts";

export const createVersionOperation = defineOperation({
  id: "createVersion",
  method: "POST",
  path: "/v1/assets/{assetID}/versions",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on a collection that holds the asset",
  contract: { reader: "permission_denied" },
  // The PUT to the signed URL makes the change.
  changes: false,
  tag: "assets",
  summary: "Start the upload of a new version; PUT its bytes to the signed URL.",
  description:
    "The document keeps its bytes and its text until the service has read the new file. Then both change at " +
    "once, and citations keep their version. If the new file cannot be read, the document stays as it is, and " +
    "`listVersions` has the reason. The last of several uploads wins. With `size` or `sha256` the URL accepts " +
    "only matching bytes. Crawled pages get their versions by `refreshAsset`.",
  params: z.object({ assetID: idParam("asset") }),
  body: z.object(newAsset),
  example: { contentType: "application/pdf", originalFileName: "paper-2.pdf" },
  message: "Send the bytes to `signedURL`.",
  data: z.object({
    signedURL: z.string().meta({ description: "Accepts the bytes by PUT." }),
    expiresAt: timestamp.meta({ description: "When the URL ends: ISO 8601, UTC." }),
  }),
  async handle(ctx, { params, body }) {
    const { signedUrl, expiresAt } = await createVersion(ctx, { assetId: params.assetID, ...body });
    return { data: { signedURL: signedUrl, expiresAt: expiresAt.toISOString() }, done: false };
  },
});
