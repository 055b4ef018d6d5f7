import * as z from "zod";
import { CITATION_STATES } from "../../../domain/citation-check.ts";
import { parseLocator } from "../../../domain/locator.ts";
import type { CheckedCitation } from "../../../services/threads/internal/check-quotes.ts";
import { nullableLocator } from "../fields.ts";
import { idString } from "../identifier.ts";

/** A citation and its place in the asset's text. */
export const checkedCitation = z.object({
  citationId: idString("cite"),
  messageId: idString("msg"),
  assetId: idString("asset"),
  displayName: z.string(),
  state: z.enum(CITATION_STATES).meta({ description: "`valid`, `moved`, `changed` or `gone`." }),
  quote: z.string().meta({ description: 'The cited quote; "" while the asset is deleted.' }),
  locator: nullableLocator.describe("The cited place; for a deleted asset at most the page."),
  citedVersion: z.string().meta({ description: "The hash of the cited text." }),
  currentVersion: z.string().meta({ description: "The hash of the asset's current text." }),
  place: z
    .object({
      version: z.string().meta({ description: "The text version of the place." }),
      start: z.int().min(0).meta({ description: "In UTF-16 code units." }),
      end: z.int().min(0),
      before: z.string().meta({ description: "Up to 240 code units before the quote." }),
      quote: z.string(),
      after: z.string(),
      url: z
        .string()
        .meta({ description: "The text, with the place as a fragment in characters (RFC 5147)." }),
    })
    .nullable(),
});

export function presentCheckedCitation({
  citation,
  state,
  displayName,
  currentVersion,
  place,
}: CheckedCitation): z.input<typeof checkedCitation> {
  const { id: citationId, messageId, assetId, quote, page, textVersion: citedVersion } = citation;
  const locator = parseLocator(citation.locator, page);
  return {
    citationId,
    messageId,
    assetId,
    displayName,
    state,
    quote,
    locator,
    citedVersion,
    currentVersion,
    place,
  };
}
