import * as z from "zod";
import { asset } from "../wire/assets/asset.ts";
import { collection } from "../wire/collections/collection.ts";
import { nullableLocator } from "../wire/fields.ts";
import { idString } from "../wire/identifier.ts";
import { message } from "../wire/threads/message.ts";
import { citation } from "../wire/threads/thread.ts";

/**
 * Schemas of the tools' results, with which clients validate them. They allow unknown fields, so later
 * versions can add fields.
 */

const { contentType, displayName: title, lifecycleState: state, summary } = asset.shape;
const { ordinal, quote, start, end, page, support } = citation.shape;
const url = z.string().meta({ description: "URL of the whole text, for the same credential." });
const assetId = idString("asset");

export const searched = z.looseObject({
  results: z.array(
    z.looseObject({ id: assetId, title, text: z.string(), start, end, locator: nullableLocator, url }),
  ),
  truncated: z.boolean().meta({ description: "Whether the search skipped readable documents." }),
});

export const fetched = z.looseObject({
  id: assetId,
  title,
  text: z.string(),
  offset: z.int().min(0),
  nextOffset: z.int().min(0).nullable().meta({ description: "Offset of the next part; null at the end." }),
  url,
  metadata: z.looseObject({ contentType, version: z.string() }),
});

const cited = z.looseObject({
  ordinal: ordinal.meta({ description: "The number in the answer, such as [1]." }),
  quote,
  title,
  assetId,
  start,
  end,
  page,
  url,
  check: z.string().meta({ description: "URL that checks the quote against the current text." }),
  support,
});

export const asked = z.looseObject({
  answer: message.shape.content,
  threadId: idString("thread"),
  citations: z.array(cited),
  droppedSentences: message.shape.droppedSentences,
  sentences: message.shape.sentences,
});

const { label, description } = collection.shape;

export const collectionResults = z.looseObject({
  collections: z.array(
    z.looseObject({ id: idString("col"), label, description, parentId: idString("col").nullable() }),
  ),
  truncated: z.boolean().meta({ description: "Whether the list is incomplete." }),
});

export const assetResults = z.looseObject({
  assets: z.array(z.looseObject({ id: assetId, title, contentType, state, summary })),
  count: z.int().min(0).meta({ description: "Total number." }),
});

export const added = z.looseObject({ assetId });
