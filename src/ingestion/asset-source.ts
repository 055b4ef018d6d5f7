import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { digestsOf, hexOf, piecesOfBody } from "../storage/r2/pieces.ts";
import { MAX_PARSED_BYTES } from "./extract/file-types.ts";
import { ExtractionError } from "../domain/extraction-error.ts";

const TOO_LARGE = "This file is larger than 25 MiB, the most that can be read. Split it, and upload the parts.";
const LOST = "The stored bytes of this file are damaged. Upload it again.";
const CHANGED = "The stored file is not the one that was announced. Upload it again.";

/**
 * SHA-256 of the stored bytes, as 64 hexadecimal digits; streamed, whatever their size. They are held against what the bucket knows of them:
 * after a power cut a disk may have kept less than it said.
 * @throws ExtractionError when they are not those that were pinned, or not whole
 */
export async function fingerprint(bucket: R2Bucket, asset: AssetRow): Promise<string> {
  const { body, checksums } = await pinnedObject(bucket, asset);
  const { sha256, md5, bytes } = await digestsOf(piecesOfBody(body)).catch(cutOff);
  requireWhole(asset, { md5, bytes }, checksums);
  return sha256;
}

/** All bytes of a small file, held against what the bucket knows of them. @throws ExtractionError */
export async function wholeSource(bucket: R2Bucket, asset: AssetRow): Promise<Uint8Array<ArrayBuffer>> {
  const { body, checksums } = await pinnedObject(bucket, asset);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer().catch(cutOff));
  requireWhole(asset, { md5: hexOf(await crypto.subtle.digest("MD5", bytes)), bytes: bytes.length }, checksums);
  return bytes;
}

/** It may be the way that broke, and not what is stored: then trying again helps. */
function cutOff(cause: unknown): never {
  throw new ExtractionError(LOST, { permanent: false, cause });
}

/** Of an object that came in parts the bucket knows no MD5. @throws ExtractionError */
function requireWhole({ fileSize }: AssetRow, read: { readonly md5: string; readonly bytes: number }, { md5 }: R2Checksums): void {
  if (read.bytes !== fileSize || (md5 !== undefined && hexOf(md5) !== read.md5)) throw new ExtractionError(LOST);
}

/** The stored bytes as they come. @throws ExtractionError when they are too many to be parsed, or not those that were pinned */
export async function sourceBytes(bucket: R2Bucket, asset: AssetRow): Promise<ReadableStream<Uint8Array>> {
  if (asset.fileSize > MAX_PARSED_BYTES) throw new ExtractionError(TOO_LARGE);
  return await pinnedBody(bucket, asset);
}

/** @param range of the bytes; default all of them. @throws ExtractionError when they are not those that were pinned */
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
