import * as z from "zod";
import { searchPassages } from "../../services/search-passages.ts";
import { defineOperation } from "../operation.ts";
import { text } from "../wire/fields.ts";
import { idField, idString } from "../wire/identifier.ts";
import { unique } from "../wire/unique.ts";

const passage = z.object({
  assetId: idString("asset"),
  chunkId: idString("chunk"),
  collectionIds: z.array(idString("col")),
  displayName: z.string(),
  text: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  page: z.int().min(0),
  version: z.string(),
  score: z.number(),
  matched: z.array(z.string()),
});

export const search = defineOperation({
  id: "searchPassages",
  method: "POST",
  path: "/v1/search",
  who: "user",
  access: "`read` on what is named; else the user himself, in what he may `read`",
  tag: "search",
  summary: "Search passages in everything that the user may read, or in a part of it.",
  changes: false,
  body: z.object({
    query: text(1, 32_768),
    collectionIds: z.array(idField("col")).max(100).transform(unique).optional().default([]),
    assetIds: z.array(idField("asset")).max(1000).transform(unique).optional().default([]),
    limit: z.int().min(1).max(100).optional().default(20),
  }),
  data: z.object({ passages: z.array(passage) }),
  async handle(ctx, { body }) {
    const found = await searchPassages(ctx, body);
    const passages = found.map(({ passage: { matched, ...rest }, asset, collectionIds }) => ({
      ...rest,
      displayName: asset.displayName,
      collectionIds: [...collectionIds],
      matched: [...matched],
    }));
    return { data: { passages } };
  },
});
