import { movePieces, type PieceSource } from "./pieces.ts";

/**
 * Stores bytes as they come, with others let in between any two pieces. They are there once all of them have come, and only whole.
 * @param length how many there are
 * @throws whatever cuts them off, or the bucket refuses; TypeError when there are more or fewer
 */
export async function putPieces(
  bucket: R2Bucket,
  key: string,
  source: PieceSource,
  options: R2PutOptions & { length: number },
): Promise<R2Object> {
  const { length, ...stored } = options;
  const { readable, writable } = new FixedLengthStream(length);
  const [object] = await Promise.all([bucket.put(key, readable, stored), movePieces(source, writable)]);
  return object;
}
