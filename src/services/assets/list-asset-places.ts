import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { type LocatedSpan, type Locator, locatorOfPage } from "../../domain/locator.ts";
import { type ChunkPlace, readChunkMap } from "../../storage/r2/chunk-map.ts";
import { decoded, piecesOfBody } from "../../storage/r2/pieces.ts";
import type { Context } from "../context/context.ts";
import { findText } from "./internal/find-text.ts";

export interface AssetPlaces {
  readonly version: string;
  /** When the service read the text. */
  readonly createdAt: Date;
  readonly places: readonly LocatedSpan[];
  /** Offset to continue from; null at the end of the text. */
  readonly next: number | null;
}

/**
 * Lists the pages, slides, sheets, parts or times of an extracted text in order, as its passages locate them.
 * @param input.start passages that end before this offset are omitted
 * @throws ServiceError `failed_precondition` before the first text, `not_found` for an unknown version
 */
export async function listAssetPlaces(
  ctx: Context,
  input: { assetId: Id<"asset">; version: string | null; start: number; limit: number },
): Promise<AssetPlaces> {
  const found = await findText(ctx, input.assetId, input.version);
  const map = await ctx.platform.bucket.get(found.chunksKey);
  if (map === null)
    throw new ServiceError("unavailable", "The service cannot read the places at the moment.");
  const chunks = readChunkMap(decoded(piecesOfBody(map.body)), found.version);
  return { version: found.version, createdAt: found.createdAt, ...(await collect(chunks, input)) };
}

async function collect(
  chunks: AsyncIterable<ChunkPlace>,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<Pick<AssetPlaces, "places" | "next">> {
  const places: LocatedSpan[] = [];
  for await (const chunk of chunks) {
    for (const span of spansOf(chunk)) {
      if (span.end <= start) continue;
      const last = places.at(-1);
      if (last !== undefined && isSamePlace(last.locator, span.locator))
        places[places.length - 1] = { ...last, end: span.end };
      else if (places.length === limit) return { places, next: span.start };
      else places.push(span);
    }
  }
  return { places, next: null };
}

/** The located spans of a passage. A passage without runs is on one page, or has no place. */
function* spansOf({ start, end, page, locators }: ChunkPlace): Generator<LocatedSpan> {
  const runs = locators ?? [[0, locatorOfPage(page)] as const];
  for (const [index, [at, locator]] of runs.entries()) {
    const to = start + (runs[index + 1]?.[0] ?? end - start);
    if (locator !== null && to > start + at) yield { start: start + at, end: to, locator };
  }
}

/** Whether a place continues. Lines and rows have numbers of their own, so a span of them never does. */
function isSamePlace(one: Locator, other: Locator): boolean {
  const hasLines = one.kind === "line" || (one.kind === "sheet" && one.row !== undefined);
  return !hasLines && JSON.stringify(one) === JSON.stringify(other);
}
