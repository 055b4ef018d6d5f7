import * as z from "zod";
import { requireWritableCollection } from "../../../services/collections/unlink-records.ts";
import { unlinkAssets as unlink } from "../../../services/collections/unlink-assets.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { requireSameCollection } from "../../wire/collections/link.ts";

const data = { message: "They are no longer linked there." };

export const unlinkAssets = defineOperation({
  id: "unlinkAssets",
  method: "DELETE",
  path: "/v1/collections/{collectionID}/assets",
  who: "user",
  access: "`write` on the collection, and `read` on the asset",
  tag: "collections",
  summary: "Take assets out of a collection.",
  description: "An asset's last collection cannot be unlinked. The ids stand in the query, repeated, or in the body.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({ assetIds: idListParam("asset").optional() }),
  body: z.object({ collectionId: idField("col").optional(), assetIds: idList("asset").optional() }),
  example: { assetIds: ["asset_01h455vb4pex5vsknk084sn02q"] },
  data: z.object({ message: z.string() }),
  async handle(ctx, { params, query, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    await unlink(ctx, { collectionId: params.collectionID, ids: namedIds("assetIds", query.assetIds, body.assetIds) });
    return { data };
  },
  async replay(ctx, { params }) {
    await requireWritableCollection(ctx, { collectionId: params.collectionID });
    return { data };
  },
});
