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
  return await withPieces(source, length, async (body) => await bucket.put(key, body, stored));
}

/** The same for one part of an object. */
export async function putPart(upload: R2MultipartUpload, number: number, source: PieceSource, length: number): Promise<R2UploadedPart> {
  return await withPieces(source, length, async (body) => await upload.uploadPart(number, body));
}

async function withPieces<T>(source: PieceSource, length: number, store: (body: ReadableStream) => Promise<T>): Promise<T> {
  const { readable, writable } = new FixedLengthStream(length);
  const [stored] = await Promise.all([store(readable), movePieces(source, writable)]);
  return stored;
}

/** How R2 says that the bytes have another hash than the one that it was given. */
const OTHER_HASH = /SHA-256|\(10037\)/;

export function haveOtherHash(error: unknown): boolean {
  return error instanceof Error && OTHER_HASH.test(error.message);
}
