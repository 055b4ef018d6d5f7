import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { digestsOf, hexOf, piecesOfBody } from "../storage/r2/pieces.ts";
import { MAX_PARSED_BYTES } from "./extract/file-types.ts";
import { ExtractionError } from "../domain/extraction-error.ts";

const TOO_LARGE = "This file is larger than 25 MiB, the limit for its format. Split it and upload the parts.";
const LOST = "The stored bytes of this file are damaged. Upload it again.";
const CHANGED = "The stored file differs from the announced one. Upload it again.";

/**
 * Computes the SHA-256 of the stored bytes in a stream, as 64 hexadecimal digits. Also checks size and MD5,
 * because after a power failure a disk may have lost confirmed bytes.
 * @throws ExtractionError if the bytes are incomplete or not the pinned ones
 */
export async function hashSource(bucket: R2Bucket, asset: AssetRow): Promise<string> {
  const { body, checksums } = await pinnedObject(bucket, asset);
  const { sha256, md5, bytes } = await digestsOf(piecesOfBody(body)).catch(cutOff);
  requireWhole(asset, { md5, bytes }, checksums);
  return sha256;
}

/**
 * Reads a small file into memory and checks size and MD5.
 * @throws ExtractionError
 */
export async function wholeSource(bucket: R2Bucket, asset: AssetRow): Promise<Uint8Array<ArrayBuffer>> {
  const { body, checksums } = await pinnedObject(bucket, asset);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer().catch(cutOff));
  requireWhole(
    asset,
    { md5: hexOf(await crypto.subtle.digest("MD5", bytes)), bytes: bytes.length },
    checksums,
  );
  return bytes;
}

/** Not permanent, because the connection may have failed instead of the storage. */
function cutOff(cause: unknown): never {
  throw new ExtractionError(LOST, { permanent: false, cause });
}

/**
 * Checks size and MD5. R2 has no MD5 for multipart uploads, so for those only the size is checked.
 * @throws ExtractionError
 */
function requireWhole(
  { fileSize }: AssetRow,
  read: { readonly md5: string; readonly bytes: number },
  { md5 }: R2Checksums,
): void {
  if (read.bytes !== fileSize || (md5 !== undefined && hexOf(md5) !== read.md5))
    throw new ExtractionError(LOST);
}

/**
 * Streams the stored bytes.
 * @throws ExtractionError if the file is too large for a parser or the bytes are not the pinned ones
 */
export async function sourceBytes(bucket: R2Bucket, asset: AssetRow): Promise<ReadableStream<Uint8Array>> {
  if (asset.fileSize > MAX_PARSED_BYTES) throw new ExtractionError(TOO_LARGE);
  return await pinnedBody(bucket, asset);
}

/**
 * @param range of the bytes; by default all
 * @throws ExtractionError if the bytes are not the pinned ones
 */
export async function pinnedBody(
  bucket: R2Bucket,
  asset: AssetRow,
  range?: R2Range,
): Promise<ReadableStream<Uint8Array>> {
  return (await pinnedObject(bucket, asset, range)).body;
}

async function pinnedObject(bucket: R2Bucket, asset: AssetRow, range?: R2Range): Promise<R2ObjectBody> {
  const object = await bucket.get(asset.objectKey, {
    onlyIf: { etagMatches: asset.objectEtag },
    ...(range === undefined ? {} : { range }),
  });
  if (object === null || !("body" in object)) throw new ExtractionError(CHANGED);
  return object;
}
