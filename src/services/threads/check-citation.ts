import { requireAction } from "../../domain/authorized.ts";
import {
  charsBeforeSteps,
  type CitationState,
  findQuote,
  quotePositionIn,
  type QuotePosition,
} from "../../domain/citation-check.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { AssetTextRow } from "../../storage/d1/assets/assets.ts";
import { findCitation, findCitedAsset, findCitedTexts } from "../../storage/d1/threads/citations.ts";
import type { CitationRow } from "../../storage/d1/threads/thread-view.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { digestOf, joined, piecesOfBody, piecesOfBytes } from "../../storage/r2/pieces.ts";
import { runCooperatively } from "../../text/run-cooperatively.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface CheckedCitation {
  readonly citation: CitationRow;
  readonly state: CitationState;
  readonly displayName: string;
  /** Version of the asset's current text. Empty if the asset is deleted. */
  readonly currentVersion: string;
  /**
   * Current position of the quote, or the text that is now at the cited position, in the text `version`. Null
   * if the asset is deleted.
   */
  readonly place: (QuotePosition & { readonly version: string; readonly url: string }) | null;
}

/**
 * Checks if a quote is still in its document. Reads the current text of the asset, verifies that its hash
 * equals its version, and searches for the quote.
 * @throws ServiceError `not_found` for a thread that the caller may not read, or the citation of another
 * thread
 */
export async function checkCitation(
  ctx: Context,
  input: { threadId: Id<"thread">; citationId: Id<"cite"> },
): Promise<CheckedCitation> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const { rows } = await readAsUser(ctx, {
    thread: findThread(db, viewer, input.threadId),
    citation: findCitation(db, input.threadId, input.citationId),
    asset: findCitedAsset(db, viewer, input.citationId),
    texts: findCitedTexts(db, input.citationId),
  });
  requireAction(rows.thread[0], "read", "thread");
  const [citation] = rows.citation;
  if (citation === undefined) throw notFound("citation");
  const [asset] = rows.asset;
  const shown = citation.goneName === null ? citation : { ...citation, quote: "", locator: null };
  if (asset === undefined)
    return { citation: shown, state: "gone", displayName: "", currentVersion: "", place: null };
  const textOf = async (version: string) =>
    await readText(
      ctx,
      rows.texts.find((text) => text.version === version),
    );
  const about = { citation, displayName: asset.displayName, currentVersion: asset.textVersion };
  const current = await textOf(asset.textVersion);
  const found = current === null ? null : findQuote(current, citation.quote, citation.start);
  if (current !== null && found !== null) {
    const isSame = asset.textVersion === citation.textVersion && found.start === citation.start;
    return {
      ...about,
      state: isSame ? "valid" : "moved",
      place: await linked(ctx, citation, asset.textVersion, current, found),
    };
  }
  const cited = asset.textVersion === citation.textVersion ? current : await textOf(citation.textVersion);
  if (cited === null) return { ...about, state: current === null ? "gone" : "changed", place: null };
  return {
    ...about,
    state: "changed",
    place: await linked(
      ctx,
      citation,
      citation.textVersion,
      cited,
      quotePositionIn(cited, citation.start, citation.end),
    ),
  };
}

/** Returns the text if its hash equals the version, otherwise null. */
async function readText({ platform }: Context, row: AssetTextRow | undefined): Promise<string | null> {
  const object = row === undefined ? null : await platform.bucket.get(row.textKey);
  if (object === null || row === undefined) return null;
  const bytes = await joined(piecesOfBody(object.body), object.size);
  if (bytes === null || (await digestOf(piecesOfBytes(bytes))) !== row.version) return null;
  return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
}

async function linked(
  { origin }: Context,
  { assetId }: CitationRow,
  version: string,
  text: string,
  place: QuotePosition,
) {
  const before = await runCooperatively(charsBeforeSteps(text, place.start));
  const chars = `${before},${before + (await runCooperatively(charsBeforeSteps(place.quote, place.quote.length)))}`;
  return { ...place, version, url: `${origin}/v1/assets/${assetId}/text?version=${version}#char=${chars}` };
}
