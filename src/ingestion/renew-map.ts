import { ServiceError } from "../domain/errors.ts";
import { chunkMapParts, type ChunkPlace as StoredChunk, readChunkMap } from "../storage/r2/chunk-map.ts";
import { decoded, piecesOfBody, piecesOfParts } from "../storage/r2/pieces.ts";
import { putPieces } from "../storage/r2/put-pieces.ts";
import type { ChunkPlace, ChunkPlaces } from "./reading/document-parts.ts";

/** The map that is stored has other chunks. */
class OtherChunks extends Error {
  override readonly name = "OtherChunks";
}

/**
 * The map of a text that is stored already keeps the ids of its chunks, because citations name them. Where the reader of today knows more of
 * where these chunks stand in their document, the map is written again with that. It is never held.
 */
export async function renewMap(bucket: R2Bucket, key: string, version: string, places: ChunkPlaces): Promise<void> {
  try {
    const length = await lengthOf(bucket, key, version, places);
    if (length === null) return;
    const parts = chunkMapParts(version, renewed(storedChunks(bucket, key, version), places));
    await putPieces(bucket, key, piecesOfParts(parts), { length, httpMetadata: { contentType: "application/json" } });
  } catch (error) {
    // What is no map, or one of other chunks, stays: whoever indexes it finds that out.
    if (!(error instanceof OtherChunks || error instanceof ServiceError)) throw error;
  }
}

/** @returns null when the map says the same already */
async function lengthOf(bucket: R2Bucket, key: string, version: string, places: ChunkPlaces): Promise<number | null> {
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

/** @param onOther is told of a chunk of which something else is known now. @throws OtherChunks */
async function* renewed(chunks: AsyncIterable<StoredChunk>, places: ChunkPlaces, onOther = (): void => {}): AsyncGenerator<StoredChunk> {
  const next = places[Symbol.iterator]();
  for await (const chunk of chunks) {
    const place: ChunkPlace | undefined = next.next().value;
    if (place === undefined) throw new OtherChunks();
    const [start, end, page, locators] = place;
    const isChunk = start === chunk.start && end === chunk.end && page === chunk.page;
    // What was known is not forgotten.
    if (!isChunk || (locators === undefined && chunk.locators !== undefined)) throw new OtherChunks();
    if (JSON.stringify(locators) !== JSON.stringify(chunk.locators)) onOther();
    const { id, ordinal } = chunk;
    yield { id, ordinal, start, end, page, ...(locators === undefined ? {} : { locators: locators.map(([at, place]) => [at, place]) }) };
  }
  if (next.next().done !== true) throw new OtherChunks();
}
