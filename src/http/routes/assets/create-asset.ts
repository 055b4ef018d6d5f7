import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { createAsset } from "../../../services/assets/create-asset.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { newAsset } from "../../wire/assets/new-asset.ts";
import { organizationContext } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

export const createAssetOperation = defineOperation({
  id: "createAsset",
  method: "POST",
  path: "/v1/assets",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on the collection",
  tag: "assets",
  summary: "Start the upload of an asset; PUT the bytes to `signedURL`.",
  description: "With `size` or `sha256` the signed URL accepts only matching bytes.",
  body: z.object({
    collectionID: idField("col"),
    creationMethod: z.enum(["upload", "paste", "url", "record"]),
    organizationContext,
    ...newAsset,
  }),
  example: {
    collectionID: "col_01h455vb4pex5vsknk084sn02q",
    contentType: "application/pdf",
    creationMethod: "upload",
    organizationContext: {
      organizationId: "org_01h455vb4pex5vsknk084sn02q",
      tenantId: "tenant_01h455vb4pex5vsknk084sn02q",
    },
    originalFileName: "paper.pdf",
  },
  message: "Asset registered. Send its bytes to `signedURL`.",
  data: asset,
  async handle(ctx, { body }) {
    const { collectionID: collectionId, ...input } = body;
    const created = await createAsset(ctx, { collectionId, ...input });
    const etag = etagOf(created.asset.id, created.asset.version);
    return { data: presentAsset(created.asset, created.signedUrl, embedderName(ctx)), done: false, etag };
  },
  async replay(ctx, _input, targetId: Id<"asset">) {
    const found = await getAsset(ctx, { assetId: targetId });
    const { asset: row, signedUrl } = found;
    return {
      data: presentAsset(row, signedUrl, embedderName(ctx)),
      done: row.lifecycleState !== "uploading",
      etag: etagOf(row.id, row.version),
    };
  },
});
