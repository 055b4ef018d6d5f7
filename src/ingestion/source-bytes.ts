import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { digestsOf, hexOf, piecesOfBody } from "../storage/r2/pieces.ts";
import { MAX_PARSED_BYTES } from "./extract/file-types.ts";
import { ExtractionError } from "../domain/extraction-error.ts";

const TOO_LARGE = "This file is larger than 25 MiB, the limit for its format. Split it and upload the parts.";
const LOST = "The stored bytes of this file are damaged. Upload it again.";
const CHANGED = "The stored file differs from the announced one. Upload it again.";

/**
 * Streams the stored bytes to their SHA-256, as 64 hexadecimal digits. Also checks size and MD5, because
 * after a power failure a disk may hold less than it confirmed.
 * @throws ExtractionError when the bytes are not the pinned ones or incomplete
 */
export async function hashSource(bucket: R2Bucket, asset: AssetRow): Promise<string> {
  const { body, checksums } = await pinnedObject(bucket, asset);
  const { sha256, md5, bytes } = await digestsOf(piecesOfBody(body)).catch(cutOff);
  requireWhole(asset, { md5, bytes }, checksums);
  return sha256;
}

/**
 * Reads a small file whole and checks size and MD5.
 * @throws ExtractionError
 */
export async function wholeSource(bucket: R2Bucket, asset: AssetRow): Promise<Uint8Array<ArrayBuffer>> {
  const { body, checksums } = await pinnedObject(bucket, asset);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer().catch(cutOff));
  requireWhole(asset, { md5: hexOf(await crypto.subtle.digest("MD5", bytes)), bytes: bytes.length }, checksums);
  return bytes;
}

/** The connection may have failed instead of the storage, so a retry can help. */
function cutOff(cause: unknown): never {
  throw new ExtractionError(LOST, { permanent: false, cause });
}

/**
 * R2 has no MD5 for multipart uploads.
 * @throws ExtractionError
 */
function requireWhole({ fileSize }: AssetRow, read: { readonly md5: string; readonly bytes: number }, { md5 }: R2Checksums): void {
  if (read.bytes !== fileSize || (md5 !== undefined && hexOf(md5) !== read.md5)) throw new ExtractionError(LOST);
}

/**
 * Streams the stored bytes.
 * @throws ExtractionError when they are too many for a parser or not the pinned ones
 */
export async function sourceBytes(bucket: R2Bucket, asset: AssetRow): Promise<ReadableStream<Uint8Array>> {
  if (asset.fileSize > MAX_PARSED_BYTES) throw new ExtractionError(TOO_LARGE);
  return await pinnedBody(bucket, asset);
}

/**
 * @param range of the bytes; default all
 * @throws ExtractionError when they are not the pinned ones
 */
export async function pinnedBody(bucket: R2Bucket, asset: AssetRow, range?: R2Range): Promise<ReadableStream<Uint8Array>> {
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
