import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { ASSET_SORT_FIELDS } from "../../../domain/asset-sort.ts";
import { MAX_NAMED_ASSETS } from "../../../domain/name-trigrams.ts";
import { searchAssets } from "../../../services/assets/search-assets.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { listedAssets, presentListedAssets } from "../../wire/assets/listed-asset.ts";
import { name, text, unique } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";
import { listingBody } from "../../wire/pagination.ts";

export const searchAssetsOperation = defineOperation({
  id: "searchAssets",
  method: "POST",
  path: "/v1/assets/search",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the named collections; none to search all readable ones",
  contract: { trips: 2 },
  tag: "assets",
  summary: "Find assets by name.",
  description:
    "Matches `matchName` in the display name or file name, ignoring case. `filterByCollections` " +
    "includes the subtrees. Without `lifecycleStates` the search skips deleted assets. With `deleted` " +
    "among them it finds the deleted assets that the caller may restore. The order is that of a " +
    "collection's list.",
  changes: false,
  body: z.object({
    matchName: name(1, 255),
    filterByCollections: z.array(idField("col")).max(100).transform(unique).optional().default([]),
    filterByContentType: z.array(text(1, 255)).max(100).optional().default([]),
    lifecycleStates: z
      .array(z.enum(["uploading", "uploaded", "processing", "ready", "failed", "deleted"]))
      .max(6)
      .optional()
      .default([]),
    pagination: listingBody(ASSET_SORT_FIELDS),
  }),
  example: {
    matchName: "report",
    filterByCollections: ["col_01h455vb4pex5vsknk084sn02q"],
    filterByContentType: ["application/pdf"],
    lifecycleStates: ["ready"],
    pagination: { Limit: 50, Offset: 0, Sort: ["-modifiedAt"] },
  },
  message: ({ data }) => `${countOf(data.pagination.count, "asset")} found.`,
  data: z.object({
    ...listedAssets.shape,
    truncated: z.boolean().meta({
      description: `true if more assets match than the search reads: the ${MAX_NAMED_ASSETS.toLocaleString("en")} newest, own organizations first.`,
    }),
  }),
  async handle(ctx, { body }) {
    const {
      matchName,
      filterByCollections: collectionIds,
      filterByContentType: contentTypes,
      lifecycleStates: states,
      pagination,
    } = body;
    const { truncated, ...found } = await searchAssets(ctx, {
      name: matchName,
      collectionIds,
      contentTypes,
      states,
      ...pagination,
    });
    return { data: { ...presentListedAssets(pagination, found, embedderName(ctx)), truncated } };
  },
});
