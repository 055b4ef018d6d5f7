import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireDeletable } from "../../../services/collections/internal/tombstone-records.ts";
import { tombstoneAssets } from "../../../services/assets/tombstone-assets.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";

const present = (count: number) => ({
  data: {
    message: `${countOf(count, "asset")} deleted. A restore is possible until the retention of the organization ends.`,
  },
});

export const tombstoneAssetsOperation = defineOperation({
  id: "tombstoneAssets",
  method: "DELETE",
  path: "/v1/assets/tombstone",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on every collection that holds the asset",
  tag: "assets",
  summary: "Delete assets so that they can be restored.",
  description:
    "The assets leave every list, search and answer immediately, and the service stops returning " +
    "their bytes and texts. Threads show `[deleted]` in place of quotes and names, and their " +
    "listeners receive a resync. After the retention period, 30 days by default, a job purges them. " +
    "Ids go into the query, repeated, or into the body. Deleted assets stay unchanged.",
  query: z.object({ assetIds: idListParam("asset").optional() }),
  body: z.object({ assetIds: idList("asset").optional() }),
  example: { assetIds: ["asset_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { query, body }) {
    return present(await tombstoneAssets(ctx, { ids: namedIds("assetIds", query.assetIds, body.assetIds) }));
  },
  async replay(ctx, { query, body }) {
    const ids = namedIds("assetIds", query.assetIds, body.assetIds);
    await requireDeletable(ctx, "asset", { ids });
    return present(ids.length);
  },
});
