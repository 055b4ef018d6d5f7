import { movePieces, type PieceSource } from "./pieces.ts";

/**
 * Stores bytes as they arrive, with a yield to the event loop between pieces. The object exists only after
 * all bytes have arrived.
 * @param length number of bytes
 * @throws the error of the source or the bucket
 * @throws TypeError if the source yields another number of bytes
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

/** Like `putPieces`, for one part of a multipart upload. */
export async function putPart(
  upload: R2MultipartUpload,
  number: number,
  source: PieceSource,
  length: number,
): Promise<R2UploadedPart> {
  return await withPieces(source, length, async (body) => await upload.uploadPart(number, body));
}

async function withPieces<T>(
  source: PieceSource,
  length: number,
  store: (body: ReadableStream) => Promise<T>,
): Promise<T> {
  const { readable, writable } = new FixedLengthStream(length);
  const [stored] = await Promise.all([store(readable), movePieces(source, writable)]);
  return stored;
}

/** Matches R2's error for bytes whose hash differs from the announced one. */
const OTHER_HASH = /SHA-256|\(10037\)/;

export function haveOtherHash(error: unknown): boolean {
  return error instanceof Error && OTHER_HASH.test(error.message);
}
