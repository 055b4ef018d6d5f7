import * as z from "zod";
import { asset } from "../wire/assets/asset.ts";
import { collection } from "../wire/collections/collection.ts";
import { nullableLocator } from "../wire/fields.ts";
import { idString } from "../wire/identifier.ts";
import { message } from "../wire/threads/message.ts";
import { citation } from "../wire/threads/thread.ts";

/** What the tools give back, as clients check it: fields may be added, so unknown ones are allowed. */

const { contentType, displayName: title, lifecycleState: state, summary } = asset.shape;
const { ordinal, quote, start, end, page, support } = citation.shape;
const url = z.string().meta({ description: "Where the whole text is read, with the same credential." });
const assetId = idString("asset");

export const searched = z.looseObject({
  results: z.array(z.looseObject({ id: assetId, title, text: z.string(), start, end, locator: nullableLocator, url })),
  truncated: z.boolean().meta({ description: "Not all that may be read was looked into." }),
});

export const fetched = z.looseObject({
  id: assetId,
  title,
  text: z.string(),
  offset: z.int().min(0),
  nextOffset: z.int().min(0).nullable().meta({ description: "Where to read on; null at the end." }),
  url,
  metadata: z.looseObject({ contentType, version: z.string() }),
});

const cited = z.looseObject({
  ordinal: ordinal.meta({ description: "Stands in the answer as [1]." }),
  quote,
  title,
  assetId,
  start,
  end,
  page,
  url,
  check: z.string().meta({ description: "Says whether the quote still stands there." }),
  support,
});

export const asked = z.looseObject({
  answer: message.shape.content,
  threadId: idString("thread"),
  citations: z.array(cited),
  droppedSentences: message.shape.droppedSentences,
  lead: message.shape.lead,
});

const { label, description } = collection.shape;

export const listedCollections = z.looseObject({
  collections: z.array(z.looseObject({ id: idString("col"), label, description, parentId: idString("col").nullable() })),
  truncated: z.boolean().meta({ description: "There are more than are listed." }),
});

export const listedAssets = z.looseObject({
  assets: z.array(z.looseObject({ id: assetId, title, contentType, state, summary })),
  count: z.int().min(0).meta({ description: "How many there are in all." }),
});

export const added = z.looseObject({ assetId });
