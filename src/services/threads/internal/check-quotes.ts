import {
  charsBeforeSteps,
  type CitationState,
  findQuote,
  quotePositionIn,
  type QuotePosition,
} from "../../../domain/citation-check.ts";
import { requireAction } from "../../../domain/authorized.ts";
import type { Id } from "../../../domain/ids.ts";
import type { AssetTextRow } from "../../../storage/d1/assets/assets.ts";
import { findCitations, findCitedAssets, findCitedTexts } from "../../../storage/d1/threads/citations.ts";
import type { CitationRow } from "../../../storage/d1/threads/thread-view.ts";
import { findThread } from "../../../storage/d1/threads/threads.ts";
import { digestOf, joined, piecesOfBody, piecesOfBytes } from "../../../storage/r2/pieces.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";

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

interface CitedAsset {
  readonly id: string;
  readonly displayName: string;
  readonly textVersion: string;
}

export interface CheckedCitations {
  readonly checked: readonly CheckedCitation[];
  /** Citations of the assets that the byte limit left unread. */
  readonly unchecked: readonly Id<"cite">[];
}

/**
 * Checks citations of a thread, asset by asset, so that each text is read and hashed once. Leaves out unknown
 * citations and those of other threads.
 * @param maxBytes bytes of text after which no further asset is read
 * @throws ServiceError `not_found` for a thread that the caller may not read
 */
export async function checkQuotes(
  ctx: Context,
  { threadId, citationIds }: { readonly threadId: Id<"thread">; readonly citationIds: readonly Id<"cite">[] },
  maxBytes: number,
): Promise<CheckedCitations> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const { rows } = await readAsUser(ctx, {
    thread: findThread(db, viewer, threadId),
    citations: findCitations(db, threadId, citationIds),
    assets: findCitedAssets(db, viewer, citationIds),
    texts: findCitedTexts(db, citationIds),
  });
  requireAction(rows.thread[0], "read", "thread");
  const assets = new Map<string, CitedAsset>(rows.assets.map((asset) => [asset.id, asset]));
  const checked: CheckedCitation[] = [];
  const unchecked: Id<"cite">[] = [];
  const found = new Map<string, CitationRow>(rows.citations.map((citation) => [citation.id, citation]));
  const inOrder = citationIds.flatMap((id) => found.get(id) ?? []);
  let bytes = 0;
  for (const [assetId, citations] of Map.groupBy(inOrder, (citation) => citation.assetId)) {
    const asset = assets.get(assetId);
    if (asset !== undefined && bytes >= maxBytes) {
      unchecked.push(...citations.map(({ id }) => id));
      continue;
    }
    const texts = new AssetTexts(
      ctx,
      rows.texts.filter((text) => text.assetId === assetId),
    );
    for (const citation of citations) checked.push(await checkQuote(ctx, citation, asset, texts));
    bytes += texts.bytes;
  }
  return { checked, unchecked };
}

async function checkQuote(
  ctx: Context,
  citation: CitationRow,
  asset: CitedAsset | undefined,
  texts: AssetTexts,
): Promise<CheckedCitation> {
  const shown = citation.goneName === null ? citation : { ...citation, quote: "", locator: null };
  if (asset === undefined)
    return { citation: shown, state: "gone", displayName: "", currentVersion: "", place: null };
  const about = { citation, displayName: asset.displayName, currentVersion: asset.textVersion };
  const current = await texts.read(asset.textVersion);
  const found = current === null ? null : findQuote(current, citation.quote, citation.start);
  if (current !== null && found !== null) {
    const isSame = asset.textVersion === citation.textVersion && found.start === citation.start;
    return {
      ...about,
      state: isSame ? "valid" : "moved",
      place: await linked(ctx, citation, asset.textVersion, current, found),
    };
  }
  const cited = asset.textVersion === citation.textVersion ? current : await texts.read(citation.textVersion);
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

/** The texts of one asset. Each version is read and hashed once. */
class AssetTexts {
  readonly #ctx: Context;
  readonly #rows: readonly AssetTextRow[];
  readonly #read = new Map<string, string | null>();
  /** Bytes read so far. */
  bytes = 0;

  constructor(ctx: Context, rows: readonly AssetTextRow[]) {
    this.#ctx = ctx;
    this.#rows = rows;
  }

  /** Returns the text if its hash equals the version, otherwise null. */
  async read(version: string): Promise<string | null> {
    const known = this.#read.get(version);
    if (known !== undefined) return known;
    const text = await this.#fetch(this.#rows.find((row) => row.version === version));
    this.#read.set(version, text);
    return text;
  }

  async #fetch(row: AssetTextRow | undefined): Promise<string | null> {
    const object = row === undefined ? null : await this.#ctx.platform.bucket.get(row.textKey);
    if (object === null || row === undefined) return null;
    this.bytes += object.size;
    const bytes = await joined(piecesOfBody(object.body), object.size);
    if (bytes === null || (await digestOf(piecesOfBytes(bytes))) !== row.version) return null;
    return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
  }
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
