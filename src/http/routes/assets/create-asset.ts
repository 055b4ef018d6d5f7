import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { getAsset } from "../../../services/assets/get-asset.ts";
import { createAsset as create } from "../../../services/assets/create-asset.ts";
import { defineOperation } from "../../operation.ts";
import { asset, presentAsset } from "../../wire/assets/asset.ts";
import { name, organizationContext, text } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

/** RFC 9110 `type/subtype` with parameters; no control characters, because it becomes a header. */
const CONTENT_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+([ \t]*;[ \t]*[\w!#$&^.+-]+=("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$&^.+-]+))*$/;

export const createAsset = defineOperation({
  id: "createAsset",
  method: "POST",
  path: "/v1/assets",
  who: "user",
  access: "`write` on the collection",
  tag: "assets",
  summary: "Initialise an asset upload: `signedURL` takes the bytes by PUT.",
  body: z.object({
    collectionID: idField("col"),
    contentType: text(1, 255).regex(CONTENT_TYPE, "must be a media type such as text/plain"),
    creationMethod: z.enum(["upload", "paste", "url", "record"]),
    organizationContext,
    originalFileName: name(1, 255),
  }),
  example: {
    collectionID: "col_01h455vb4pex5vsknk084sn02q",
    contentType: "application/pdf",
    creationMethod: "upload",
    organizationContext: { organizationId: "org_01h455vb4pex5vsknk084sn02q", tenantId: "tenant_01h455vb4pex5vsknk084sn02q" },
    originalFileName: "paper.pdf",
  },
  data: asset,
  async handle(ctx, { body }) {
    const { collectionID: collectionId, contentType, creationMethod, originalFileName, organizationContext: context } = body;
    const input = { collectionId, contentType, creationMethod, originalFileName, organizationContext: context };
    const created = await create(ctx, input);
    const etag = etagOf(created.asset.id, created.asset.version);
    return { data: presentAsset(created.asset, created.signedUrl), done: false, etag };
  },
  async replay(ctx, _input, targetId: Id<"asset">) {
    const found = await getAsset(ctx, { assetId: targetId });
    const { asset: row, signedUrl } = found;
    return { data: presentAsset(row, signedUrl), done: row.lifecycleState !== "uploading", etag: etagOf(row.id, row.version) };
  },
});
