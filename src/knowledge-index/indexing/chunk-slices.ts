import type { ReplaceAssetInput } from "../api.ts";
import { decoded, piecesOfBody } from "../../storage/r2/pieces.ts";
import { type ChunkPlace, readChunkMap, unusable } from "../../storage/r2/chunk-map.ts";
import { serializeHeadingContext } from "../../domain/heading-context.ts";
import { HeadingContextTracker } from "./heading-context.ts";

/**
 * Chunks that one slice normalizes and writes, about 15 ms on a slow core. `readChunkMap` rejects chunks of
 * more than `MAX_PASSAGE_CHARS`.
 */
export const SLICE_CHUNKS = 32;
const SLICE_CHARACTERS = 16_000;

export interface TextChunk extends ChunkPlace {
  readonly text: string;
  /** JSON of the heading context. */
  readonly headingContext: string | null;
}

/** Consecutive chunks of a text. */
export interface ChunkSlice {
  readonly chunks: readonly TextChunk[];
  /** Whether this is the last slice of the text. */
  readonly isLast: boolean;
}

/**
 * Streams the chunks of an extracted text from R2 in slices. Memory holds one slice and one network buffer.
 * The last slice may be empty.
 * @throws ServiceError `failed_precondition` when an object is missing, the map has another version, or an
 * offset is outside the text
 */
export async function* readChunkSlices(
  bucket: R2Bucket,
  input: Pick<ReplaceAssetInput, "textKey" | "chunksKey" | "version" | "content">,
): AsyncGenerator<ChunkSlice> {
  const { textPieces, mapPieces } =
    input.content === undefined ? await storedPieces(bucket, input) : handedPieces(input.content);
  const text = new TextWindow(textPieces);
  const standing = new HeadingContextTracker();
  let chunks: TextChunk[] = [];
  let characters = 0;
  for await (const place of readChunkMap(mapPieces, input.version)) {
    const length = place.end - place.start;
    if (chunks.length > 0 && (chunks.length >= SLICE_CHUNKS || characters + length > SLICE_CHARACTERS)) {
      yield { chunks, isLast: false };
      [chunks, characters] = [[], 0];
    }
    const chunk = { ...place, text: await text.slice(place.start, place.end) };
    const context = standing.next(chunk);
    chunks.push({ ...chunk, headingContext: context === null ? null : serializeHeadingContext(context) });
    characters += length;
  }
  yield { chunks, isLast: true };
}

interface Pieces {
  readonly textPieces: AsyncIterable<string>;
  readonly mapPieces: AsyncIterable<string>;
}

async function storedPieces(
  bucket: R2Bucket,
  { textKey, chunksKey }: Pick<ReplaceAssetInput, "textKey" | "chunksKey">,
): Promise<Pieces> {
  const [text, chunkMap] = await Promise.all([bucket.get(textKey), bucket.get(chunksKey)]);
  if (!text || !chunkMap) throw unusable("is missing");
  return { textPieces: decoded(piecesOfBody(text.body)), mapPieces: decoded(piecesOfBody(chunkMap.body)) };
}

function handedPieces({ text, chunkMap }: NonNullable<ReplaceAssetInput["content"]>): Pieces {
  return { textPieces: once(text), mapPieces: once(chunkMap) };
}

async function* once(piece: string): AsyncGenerator<string> {
  yield await Promise.resolve(piece);
}

/** A sliding window over a streamed text. It drops the text before the last requested start. */
class TextWindow {
  readonly #pieces: AsyncIterator<string>;
  #start = 0;
  #held = "";

  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /**
   * @param start at or after the start of the previous call
   * @throws ServiceError when the text ends before `end`
   */
  async slice(start: number, end: number): Promise<string> {
    while (this.#start + this.#held.length < end) {
      const next = await this.#pieces.next();
      if (next.done === true) throw unusable("does not fit the text");
      const passed = Math.min(Math.max(0, start - this.#start), this.#held.length);
      this.#held = this.#held.slice(passed) + next.value;
      this.#start += passed;
    }
    return this.#held.slice(start - this.#start, end - this.#start);
  }
}
