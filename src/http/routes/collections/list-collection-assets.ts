import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { ASSET_SORT_FIELDS } from "../../../domain/asset-sort.ts";
import { listCollectionAssets } from "../../../services/collections/list-collection-assets.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { listedAssets, presentListedAssets } from "../../wire/assets/listed-asset.ts";
import { listingQuery } from "../../wire/pagination.ts";

export const listCollectionAssetsOperation = defineOperation({
  id: "listCollectionAssets",
  method: "GET",
  path: "/v1/collection/{collectionID}/assets",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the collection",
  tag: "collections",
  summary: "A collection and its assets, page by page.",
  description:
    "Ordered by `-modifiedAt` by default; ties by id, in the direction of the last field. " +
    "`collections` maps the id of every named collection to its record. `lifecycleState=deleted` " +
    "lists deleted assets that the caller may restore, among the 1,000 of the collection that changed " +
    "last. With `includeDescendants=true` it covers the 1,000 of the organization that were deleted " +
    "last.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({
    ...listingQuery(ASSET_SORT_FIELDS),
    includeDescendants: z
      .enum(["true", "false"])
      .optional()
      .meta({ description: "`true`: include the subtree." }),
    lifecycleState: z
      .enum(["active", "deleted"])
      .optional()
      .meta({ description: "`active` (default): assets that are not deleted." }),
  }),
  message: ({ data }) => `${countOf(data.pagination.count, "asset")} found.`,
  data: listedAssets,
  async handle(ctx, { params, query }) {
    const { limit, offset, sort } = query;
    const includeDescendants = query.includeDescendants === "true";
    const deleted = query.lifecycleState === "deleted";
    const found = await listCollectionAssets(ctx, {
      collectionId: params.collectionID,
      includeDescendants,
      deleted,
      limit,
      offset,
      sort,
    });
    return { data: presentListedAssets({ limit, offset }, found, embedderName(ctx)) };
  },
});
