import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import { createAssets, findCreatedAssets, type SignedAsset } from "../../../services/assets/create-assets.ts";
import type { Context } from "../../../services/context/context.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation, type Outcome } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { newAsset } from "../../wire/assets/new-asset.ts";
import { organizationContext } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

const MAX_ASSETS = 100;

const data = z.array(asset);

export const createAssetsOperation = defineOperation({
  id: "createAssets",
  method: "POST",
  path: "/v1/assets/batch",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on the collection",
  tag: "assets",
  summary: "Start up to 100 uploads; PUT the bytes of each to its `signedURL`.",
  description:
    "All or nothing, in the order of the request. With `size` or `sha256` a signed URL accepts only matching bytes.",
  body: z.object({
    collectionID: idField("col"),
    organizationContext,
    assets: z.array(z.object(newAsset)).min(1, "must name one").max(MAX_ASSETS),
  }),
  example: {
    collectionID: "col_01h455vb4pex5vsknk084sn02q",
    organizationContext: {
      organizationId: "org_01h455vb4pex5vsknk084sn02q",
      tenantId: "tenant_01h455vb4pex5vsknk084sn02q",
    },
    assets: [{ contentType: "application/pdf", originalFileName: "paper.pdf" }],
  },
  message: ({ data }) =>
    `${countOf(data.length, "asset")} registered. Send the bytes of each to its \`signedURL\`.`,
  data,
  async handle(ctx, { body }) {
    const { collectionID: collectionId, ...input } = body;
    return {
      ...present(ctx, await createAssets(ctx, { collectionId, creationMethod: "upload", ...input })),
      done: false,
    };
  },
  async replay(ctx, { body }, targetId: Id) {
    const found = await findCreatedAssets(ctx, targetId, body.assets.length);
    return {
      ...present(ctx, found),
      done: found.every(({ asset: { lifecycleState } }) => lifecycleState !== "uploading"),
    };
  },
});

function present(ctx: Context, created: readonly SignedAsset[]): Outcome<z.input<typeof data>> {
  const embedder = embedderName(ctx);
  return { data: created.map(({ asset: row, signedUrl }) => presentAsset(row, signedUrl, embedder)) };
}
