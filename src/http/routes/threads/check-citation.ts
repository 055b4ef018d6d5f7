import * as z from "zod";
import { CITATION_STATES } from "../../../domain/citation-check.ts";
import { parseLocator } from "../../../domain/locator.ts";
import { checkCitation } from "../../../services/threads/check-citation.ts";
import { defineOperation } from "../../operation.ts";
import { nullableLocator } from "../../wire/fields.ts";
import { idParam, idString } from "../../wire/identifier.ts";

export const checkCitationOperation = defineOperation({
  id: "checkCitation",
  method: "GET",
  path: "/v1/threads/{threadID}/citations/{citationId}",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the thread; without `read` on the asset: `gone`",
  tag: "threads",
  summary: "Check a citation against the asset's current text.",
  description:
    "The service reads the asset's current text and hashes its bytes. `valid`: the quote is at the " +
    "cited position. `moved`: a newer text contains the quote at `place`. `changed`: the newer text " +
    "does not contain it; `place` refers to the cited text while that exists. `gone`: the asset is " +
    "deleted, unreadable for the caller, or without text.",
  params: z.object({ threadID: idParam("thread"), citationId: idParam("cite") }),
  message: ({ data }) => `The citation is ${data.state}.`,
  data: z.object({
    citationId: idString("cite"),
    messageId: idString("msg"),
    assetId: idString("asset"),
    displayName: z.string(),
    state: z.enum(CITATION_STATES),
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
  }),
  async handle(ctx, { params }) {
    const { citation, state, displayName, currentVersion, place } = await checkCitation(ctx, {
      threadId: params.threadID,
      citationId: params.citationId,
    });
    const { id: citationId, messageId, assetId, quote, page, textVersion: citedVersion } = citation;
    const locator = parseLocator(citation.locator, page);
    return {
      data: {
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
      },
    };
  },
});
