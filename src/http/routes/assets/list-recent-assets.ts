import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { RECENT_ASSET_SORT_FIELDS } from "../../../domain/asset-sort.ts";
import { listRecentAssets } from "../../../services/assets/list-recent-assets.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { assetSummary, presentAssetSummary } from "../../wire/assets/asset-summary.ts";
import { queryInteger, sortParam } from "../../wire/pagination.ts";

export const listRecentAssetsOperation = defineOperation({
  id: "listRecentAssets",
  method: "GET",
  path: "/v1/navigate/recent/assets",
  audience: "user",
  acceptsKeys: true,
  access: "Own account; covers readable records",
  contract: { stranger: "ok" },
  tag: "assets",
  summary: "The user's recent assets, 50 on a page.",
  description:
    "Newest first if `sort` is empty (`-recentAt`); ties by id. The list covers the first 1,000 of " +
    "the order. With several sort fields it covers the newest 1,000.",
  query: z.object({ page: queryInteger(1), sort: sortParam(RECENT_ASSET_SORT_FIELDS) }),
  message: ({ data }) => `${countOf(data.length, "recent asset")} found.`,
  data: z.array(assetSummary),
  async handle(ctx, { query }) {
    const recent = await listRecentAssets(ctx, query);
    const embedder = embedderName(ctx);
    return { data: recent.map((asset) => presentAssetSummary(asset, embedder)) };
  },
});
