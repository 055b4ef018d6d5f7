import { ServiceError } from "../domain/errors.ts";
import { chunkMapParts, type ChunkPlace as StoredChunk, readChunkMap } from "../storage/r2/chunk-map.ts";
import { decoded, piecesOfBody, piecesOfParts } from "../storage/r2/pieces.ts";
import { putPieces } from "../storage/r2/put-pieces.ts";
import type { PassageOffset, PassageOffsetList } from "./extraction/extraction-stream.ts";

/** The stored chunk map has other chunks than the extraction. */
class OtherChunks extends Error {
  override readonly name = "OtherChunks";
}

/**
 * Updates the locators in the chunk map of a stored text. Chunk ids stay, because citations refer to them.
 * Streams the map, and writes it only if the extraction has more locators than the map.
 */
export async function updateLocators(
  bucket: R2Bucket,
  key: string,
  version: string,
  places: PassageOffsetList,
): Promise<void> {
  try {
    const length = await lengthOf(bucket, key, version, places);
    if (length === null) return;
    const parts = chunkMapParts(version, renewed(storedChunks(bucket, key, version), places));
    await putPieces(bucket, key, piecesOfParts(parts), {
      length,
      httpMetadata: { contentType: "application/json" },
    });
  } catch (error) {
    // A map that is invalid or has other chunks stays unchanged. The index stage reports the error.
    if (!(error instanceof OtherChunks || error instanceof ServiceError)) throw error;
  }
}

/** @returns the new length of the map; null if the map is up to date */
async function lengthOf(
  bucket: R2Bucket,
  key: string,
  version: string,
  places: PassageOffsetList,
): Promise<number | null> {
  let [length, isOther] = [0, false];
  const chunks = renewed(storedChunks(bucket, key, version), places, () => (isOther = true));
  for await (const part of chunkMapParts(version, chunks)) length += part.length;
  return isOther ? length : null;
}

async function* storedChunks(bucket: R2Bucket, key: string, version: string): AsyncGenerator<StoredChunk> {
  const object = await bucket.get(key);
  if (object === null) throw new OtherChunks();
  yield* readChunkMap(decoded(piecesOfBody(object.body)), version);
}

/**
 * @param onOther called for each chunk with changed locators
 * @throws OtherChunks
 */
async function* renewed(
  chunks: AsyncIterable<StoredChunk>,
  places: PassageOffsetList,
  onOther = (): void => {},
): AsyncGenerator<StoredChunk> {
  const next = places[Symbol.iterator]();
  for await (const chunk of chunks) {
    const place: PassageOffset | undefined = next.next().value;
    if (place === undefined) throw new OtherChunks();
    const [start, end, page, locators] = place;
    const isChunk = start === chunk.start && end === chunk.end && page === chunk.page;
    // Rejects an extraction without the locators of the map, so that known locators never disappear.
    if (!isChunk || (locators === undefined && chunk.locators !== undefined)) throw new OtherChunks();
    if (JSON.stringify(locators) !== JSON.stringify(chunk.locators)) onOther();
    const { id, ordinal } = chunk;
    yield {
      id,
      ordinal,
      start,
      end,
      page,
      ...(locators === undefined ? {} : { locators: locators.map(([at, place]) => [at, place]) }),
    };
  }
  if (next.next().done !== true) throw new OtherChunks();
}
