import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireWritableCollection } from "../../../services/collections/internal/unlink-records.ts";
import { unlinkAssets } from "../../../services/collections/unlink-assets.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { requireSameCollection } from "../../wire/collections/link.ts";

const present = (count: number) => ({ data: { message: `${countOf(count, "asset")} unlinked.` } });

export const unlinkAssetsOperation = defineOperation({
  id: "unlinkAssets",
  method: "DELETE",
  path: "/v1/collections/{collectionID}/assets",
  audience: "user",
  access: "`write` on the collection, and `read` on the asset",
  tag: "collections",
  summary: "Remove assets from a collection.",
  description:
    "An asset cannot leave its last collection. Ids go into the query, repeated, or into the body.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({ assetIds: idListParam("asset").optional() }),
  body: z.object({ collectionId: idField("col").optional(), assetIds: idList("asset").optional() }),
  example: { assetIds: ["asset_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params, query, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const count = await unlinkAssets(ctx, {
      collectionId: params.collectionID,
      ids: namedIds("assetIds", query.assetIds, body.assetIds),
    });
    return present(count);
  },
  async replay(ctx, { params, query, body }) {
    await requireWritableCollection(ctx, { collectionId: params.collectionID });
    return present(namedIds("assetIds", query.assetIds, body.assetIds).length);
  },
});
