import * as z from "zod";
import { ServiceError } from "../domain/errors.ts";
import { CHUNKS_PER_ASSET } from "./schema.ts";

const offset = z.int().nonnegative();
const chunkMap = z.object({
  version: z.string(),
  chunks: z.array(z.object({ id: z.string(), ordinal: offset, start: offset, end: offset, page: offset })).max(CHUNKS_PER_ASSET),
});

/** The chunk map in R2; offsets are UTF-16 code units of the extracted text. */
export type ChunkMap = z.infer<typeof chunkMap>;
export type ChunkPlace = ChunkMap["chunks"][number];

export interface ChunkedText {
  readonly text: string;
  /** In the order of their ordinals. */
  readonly chunks: readonly ChunkPlace[];
}

/** @throws ServiceError `failed_precondition` when an object is missing, the map is of another version, or an offset is outside the text */
export async function readChunkedText(
  bucket: R2Bucket,
  input: { readonly textKey: string; readonly chunksKey: string; readonly version: string },
): Promise<ChunkedText> {
  const [textObject, mapObject] = await Promise.all([bucket.get(input.textKey), bucket.get(input.chunksKey)]);
  if (!textObject || !mapObject) throw unusable("is missing");
  // text() would drop a leading byte order mark, and every offset would be one too high.
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(await textObject.arrayBuffer());
  const parsed = chunkMap.safeParse(await mapObject.json<unknown>().catch(() => null));
  if (!parsed.success) throw unusable("has another shape than expected", parsed.error.message);
  const { version, chunks } = parsed.data;
  if (version !== input.version) throw unusable(`is of version ${version}, not ${input.version}`);
  if (chunks.some(({ start, end }) => start >= end || end > text.length)) throw unusable("does not fit the text");
  return { text, chunks: chunks.toSorted((a, b) => a.ordinal - b.ordinal) };
}

/** `cause` is text: an error with a cause that RPC cannot clone would arrive without its code. */
function unusable(why: string, cause?: string): ServiceError {
  return new ServiceError("failed_precondition", `The extracted text or its chunk map ${why}.`, { cause });
}
