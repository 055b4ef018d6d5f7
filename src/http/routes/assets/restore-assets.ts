import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { requireDeletable } from "../../../services/collections/internal/tombstone-records.ts";
import { restoreAssets } from "../../../services/assets/restore-assets.ts";
import { defineOperation } from "../../operation.ts";
import { idList } from "../../wire/collections/id-list.ts";

const present = (count: number) => ({ data: { message: `${countOf(count, "asset")} restored.` } });

export const restoreAssetsOperation = defineOperation({
  id: "restoreAssets",
  method: "POST",
  path: "/v1/assets/restore",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on every collection that holds the asset",
  contract: { reader: "not_found" },
  tag: "assets",
  summary: "Restore deleted assets.",
  description:
    "Possible during the retention period of the organization. Interrupted processing continues. " +
    "Assets that are not deleted stay unchanged.",
  body: z.object({ assetIds: idList("asset") }),
  example: { assetIds: ["asset_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { body }) {
    return present(await restoreAssets(ctx, { ids: body.assetIds }));
  },
  async replay(ctx, { body }) {
    await requireDeletable(ctx, "asset", { ids: body.assetIds });
    return present(body.assetIds.length);
  },
});
