import * as z from "zod";
import { findLinkedAssets, linkAssets } from "../../../services/collections/link-assets.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { idList } from "../../wire/collections/id-list.ts";
import { idBytes, idField, idParam } from "../../wire/identifier.ts";
import { linkFlags, linkedMessage, presentLink, requireSameCollection } from "../../wire/collections/link.ts";

export const linkAssetsOperation = defineOperation({
  id: "linkAssets",
  method: "POST",
  path: "/v1/collections/{collectionID}/assets",
  audience: "user",
  access: "`write` on the collection, and `share` on a collection that already holds the asset",
  tag: "collections",
  takesDryRun: "access",
  summary: "Link assets into another collection of their organization.",
  description:
    "Needs `write` on the collection and `share` on a collection that already contains the asset. " +
    "Pending uploads cannot be linked. A repeated link changes only the flags.",
  params: z.object({ collectionID: idParam("col") }),
  query: dryRunQuery,
  body: z.object({ collectionId: idField("col"), assetIds: idList("asset"), flags: linkFlags }),
  example: {
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    assetIds: ["asset_01h455vb4pex5vsknk084sn02q"],
    flags: [],
  },
  message: ({ data, changed }) => linkedMessage(data, changed, "asset"),
  data: orDryRun(z.array(z.object({ joinId: idBytes, collectionId: idBytes, assetId: idBytes }))),
  async handle(ctx, { params, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const input = { collectionId: params.collectionID, ids: body.assetIds, flags: body.flags };
    const links = await linkAssets(ctx, input);
    return { data: links.map(presentLink("assetId")) };
  },
  async replay(ctx, { params, body }) {
    const links = await findLinkedAssets(ctx, { collectionId: params.collectionID, ids: body.assetIds });
    return { data: links.map(presentLink("assetId")) };
  },
});
