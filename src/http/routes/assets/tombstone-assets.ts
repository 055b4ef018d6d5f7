import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireDeletable } from "../../../services/collections/tombstone-records.ts";
import { tombstoneAssets as tombstone } from "../../../services/assets/tombstone-assets.ts";
import { defineOperation } from "../../operation.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";

const present = (count: number) => ({
  data: { message: `${countOf(count, "asset")} deleted. A restore is possible until the retention of the organization ends.` },
});

export const tombstoneAssets = defineOperation({
  id: "tombstoneAssets",
  method: "DELETE",
  path: "/v1/assets/tombstone",
  who: "user",
  byKey: true,
  access: "`write` on every collection that holds the asset",
  tag: "assets",
  summary: "Delete assets so that they can be restored.",
  description:
    "They leave every list, search and answer at once, and their bytes and texts are not given any more. Threads do not quote or name them any more: their answers say `[deleted]` there, and who listens to one hears a resync. After the retention of the organization, 30 days unless it says otherwise, they are removed for good. The ids stand in the query, repeated, or in the body. What is deleted stays deleted.",
  query: z.object({ assetIds: idListParam("asset").optional() }),
  body: z.object({ assetIds: idList("asset").optional() }),
  example: { assetIds: ["asset_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { query, body }) {
    return present(await tombstone(ctx, { ids: namedIds("assetIds", query.assetIds, body.assetIds) }));
  },
  async replay(ctx, { query, body }) {
    const ids = namedIds("assetIds", query.assetIds, body.assetIds);
    await requireDeletable(ctx, "asset", { ids });
    return present(ids.length);
  },
});
