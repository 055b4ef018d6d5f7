import * as z from "zod";
import { findLinkedAssets } from "../../../services/collections/link-assets.ts";
import { moveAssets } from "../../../services/collections/move-assets.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { idList } from "../../wire/collections/id-list.ts";
import { idBytes, idField, idParam } from "../../wire/identifier.ts";
import { movedMessage, presentLink, requireSameCollection } from "../../wire/collections/link.ts";

export const moveAssetsOperation = defineOperation({
  id: "moveAssets",
  method: "POST",
  path: "/v1/collections/{collectionID}/assets/move",
  audience: "user",
  access: "`write` and `share` here, `write` on the target; `own` if owners change",
  tag: "collections",
  takesDryRun: "access",
  summary: "Move assets from a collection to another one of its organization.",
  description:
    "Moves all named assets or none. Each asset leaves this collection and keeps its flags and its other " +
    "collections. Pending uploads cannot move. A repeated move changes nothing.",
  params: z.object({ collectionID: idParam("col") }),
  query: dryRunQuery,
  body: z.object({
    collectionId: idField("col"),
    targetCollectionId: idField("col"),
    assetIds: idList("asset"),
  }),
  example: {
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    targetCollectionId: "col_01h455vb4pex5vsknk084sn02r",
    assetIds: ["asset_01h455vb4pex5vsknk084sn02q"],
  },
  message: ({ data, changed }) => movedMessage(data, changed, "asset"),
  data: orDryRun(z.array(z.object({ joinId: idBytes, collectionId: idBytes, assetId: idBytes }))),
  async handle(ctx, { params, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const { collectionId, targetCollectionId: targetId, assetIds: ids } = body;
    const links = await moveAssets(ctx, { collectionId, targetId, ids });
    return { data: links.map(presentLink("assetId")) };
  },
  async replay(ctx, { body }) {
    const links = await findLinkedAssets(ctx, { collectionId: body.targetCollectionId, ids: body.assetIds });
    return { data: links.map(presentLink("assetId")) };
  },
});
