import { ServiceError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import { ImportRejected } from "../../domain/import.ts";
import {
  chunkMapParts,
  type ChunkPlace,
  readChunkMap,
  SAMPLE_CHUNK_ID,
  UnfitPassage,
} from "../../storage/r2/chunk-map.ts";
import { decoded, piecesOfParts } from "../../storage/r2/pieces.ts";
import { putPieces } from "../../storage/r2/put-pieces.ts";
import { shown, type StoredEntry, type StoredZip } from "../../storage/r2/stored-zip.ts";
import type { SliceContext } from "./slice-context.ts";

/** The passage map of a text in an archive. */
export interface MapToCopy {
  readonly member: StoredEntry;
  /** The asset's id in the archive. Passage ids are unique only within an asset. */
  readonly oldId: string;
  readonly version: string;
  /** Length of the text in UTF-16 code units. */
  readonly units: number;
  /** Key of the copied map in the bucket. */
  readonly key: string;
}

/**
 * Copies the passage map of a text and gives each passage a new id. R2 needs the length before the first
 * byte, so the function reads the map twice instead of buffering it.
 * @throws ImportRejected for an invalid map, or the map of another text
 */
export async function copyMap(
  ctx: Pick<SliceContext, "ids" | "platform">,
  zip: StoredZip,
  map: MapToCopy,
): Promise<void> {
  const length = await lengthOf(zip, map);
  const chunks = named(passagesOf(zip, map), async ({ id }) => await ctx.ids.ofChunk(id, map.oldId));
  const parts = chunkMapParts(map.version, chunks);
  const httpMetadata = { contentType: "application/json" };
  await putPieces(ctx.platform.bucket, map.key, piecesOfParts(parts), { length, httpMetadata });
}

async function lengthOf(zip: StoredZip, map: MapToCopy): Promise<number> {
  let length = 0;
  const chunks = named(checked(passagesOf(zip, map), map), () => SAMPLE_CHUNK_ID);
  for await (const part of chunkMapParts(map.version, chunks)) length += part.length;
  return length;
}

async function* checked(
  passages: AsyncIterable<ChunkPlace>,
  { member, units }: MapToCopy,
): AsyncGenerator<ChunkPlace> {
  const seen = new Set<string>();
  for await (const passage of passages) {
    const id = parseId("chunk", passage.id);
    if (id === null || seen.has(id) || passage.end > units)
      throw new ImportRejected(
        `${shown(member.name)}: passage ${passage.ordinal} does not occur in the text.`,
      );
    seen.add(id);
    yield passage;
  }
}

/** Yields the passages with their new ids. */
async function* named(
  passages: AsyncIterable<ChunkPlace>,
  idOf: (passage: ChunkPlace) => string | Promise<string>,
): AsyncGenerator<ChunkPlace> {
  for await (const passage of passages) yield { ...passage, id: await idOf(passage) };
}

async function* passagesOf(zip: StoredZip, { member, version }: MapToCopy): AsyncGenerator<ChunkPlace> {
  try {
    yield* readChunkMap(decoded(await zip.pieces(member)), version);
  } catch (cause) {
    if (cause instanceof UnfitPassage)
      throw new ImportRejected(`${shown(member.name)}: ${cause.why}.`, { cause });
    if (!(cause instanceof ServiceError)) throw cause;
    throw new ImportRejected(`${shown(member.name)} is not a map of passages.`, { cause });
  }
}
