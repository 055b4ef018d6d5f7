import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { searchPassages } from "../../../services/search/search-passages.ts";
import { locatorOf } from "../../../domain/locator.ts";
import { defineOperation } from "../../operation.ts";
import { nullableLocator, text, unique } from "../../wire/fields.ts";
import { requestTime } from "../../wire/values.ts";
import { idField, idString } from "../../wire/identifier.ts";

const passage = z.object({
  assetId: idString("asset"),
  chunkId: idString("chunk"),
  collectionIds: z.array(idString("col")),
  displayName: z.string(),
  text: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  page: z.int().min(0),
  locator: nullableLocator.describe("The place of the passage's start."),
  version: z.string(),
  score: z.number(),
  matched: z.array(z.string()),
});

export const searchPassagesOperation = defineOperation({
  id: "searchPassages",
  method: "POST",
  path: "/v1/search",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the named records; none to search all readable ones",
  contract: { trips: 2 },
  tag: "search",
  summary: "Search passages in all readable documents, or in a part of them.",
  changes: false,
  body: z.object({
    query: text(1, 32_768),
    collectionIds: z.array(idField("col")).max(100).transform(unique).optional().default([]),
    assetIds: z.array(idField("asset")).max(1000).transform(unique).optional().default([]),
    limit: z.int().min(1).max(100).optional().default(20),
    offset: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .default(0)
      .describe("Number of results to skip. The search ranks the best 100 passages."),
    contentTypes: z
      .array(text(1, 255))
      .max(100)
      .transform(unique)
      .optional()
      .default([])
      .describe("Only documents of these media types. Empty: all types."),
    modifiedFrom: requestTime
      .nullish()
      .transform((value) => value ?? null)
      .describe("Only documents with `modifiedAt` at or after this time."),
    modifiedTo: requestTime
      .nullish()
      .transform((value) => value ?? null)
      .describe("Only documents with `modifiedAt` before this time."),
    groupBy: z
      .enum(["asset"])
      .optional()
      .describe(
        "`asset`: only the best passage of each asset, among the best 100 passages; `limit` then counts assets.",
      ),
  }),
  description:
    "Results come best first. `contentTypes`, `modifiedFrom` and `modifiedTo` select documents before the ranking. " +
    "If more than 5,000 documents match, the service filters the best 100 passages instead.",
  example: { query: "steam engine", collectionIds: ["col_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => `${countOf(data.passages.length, "passage")} found.`,
  data: z.object({
    passages: z.array(passage),
    hasMore: z.boolean().describe("true if further passages follow among the best 100."),
    truncated: z
      .boolean()
      .describe(
        "true if the search skipped readable documents: the user has access in too many organizations, or more " +
          "than 5,000 documents match the filters.",
      ),
  }),
  async handle(ctx, { body }) {
    const { modifiedTo: modifiedBefore, ...input } = body;
    const { found, truncated, hasMore } = await searchPassages(ctx, { ...input, modifiedBefore });
    const passages = found.map(({ passage, displayName, collectionIds }) => {
      const { matched, locators, above: _, ...rest } = passage;
      const locator = locatorOf({ ...rest, locators: locators ?? null });
      return { ...rest, locator, displayName, collectionIds: [...collectionIds], matched: [...matched] };
    });
    return { data: { passages, hasMore, truncated } };
  },
});
