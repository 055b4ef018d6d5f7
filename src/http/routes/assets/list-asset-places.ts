import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { locator } from "../../../domain/locator.ts";
import { listAssetPlaces } from "../../../services/assets/list-asset-places.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { queryInteger } from "../../wire/pagination.ts";
import { timestamp } from "../../wire/values.ts";

/** Places of one response, about 100 KB. */
const MAX_PLACES = 1_000;

const place = z.object({
  start: z.int().min(0).meta({ description: "In UTF-16 code units of the text." }),
  end: z.int().min(0),
  locator,
});

export const listAssetPlacesOperation = defineOperation({
  id: "listAssetPlaces",
  method: "GET",
  path: "/v1/assets/{assetID}/places",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on a collection that holds the asset",
  tag: "assets",
  summary: "Pages, slides, sheets, parts or times of an asset's text.",
  description:
    "Each span of the text with its place, in order. Line and row numbers rise by one with each line of a " +
    "span. A text without such places has none. A response has at most 1,000 places.",
  params: z.object({ assetID: idParam("asset") }),
  query: z.object({
    version: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be the hash of a text")
      .optional()
      .meta({ description: "The hash of a text; the current text by default." }),
    start: queryInteger(0, "Places that end before this offset are omitted.").prefault("0"),
  }),
  message: ({ data }) => `${countOf(data.places.length, "place")} found.`,
  data: z.object({
    version: z.string().meta({ description: "The hash of the text." }),
    createdAt: timestamp.meta({ description: "When the service read the text." }),
    places: z.array(place).meta({ description: "The spans in order." }),
    next: z.int().min(0).nullable().meta({ description: "The offset to continue from; null at the end." }),
  }),
  async handle(ctx, { params, query: { version = null, start } }) {
    const asked = { assetId: params.assetID, version, start, limit: MAX_PLACES };
    const found = await listAssetPlaces(ctx, asked);
    return { data: { ...found, createdAt: found.createdAt.toISOString(), places: [...found.places] } };
  },
});
