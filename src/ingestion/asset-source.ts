import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { digestOf, piecesOfBody } from "../storage/r2/pieces.ts";
import { MAX_PARSED_BYTES } from "./extract/file-types.ts";
import { ExtractionError } from "../domain/extraction-error.ts";

const TOO_LARGE = "This file is larger than 25 MiB, the most that can be read.";
const CHANGED = "The stored file is not the one that was announced. Upload it again.";

/** SHA-256 of the stored bytes, as 64 hexadecimal digits; streamed, whatever their size. @throws ExtractionError when they are not those that were pinned */
export async function fingerprint(bucket: R2Bucket, asset: AssetRow): Promise<string> {
  return await digestOf(piecesOfBody(await pinnedBody(bucket, asset)));
}

/** The stored bytes as they come. @throws ExtractionError when they are too many to be parsed, or not those that were pinned */
export async function sourceBytes(bucket: R2Bucket, asset: AssetRow): Promise<ReadableStream<Uint8Array>> {
  if (asset.fileSize > MAX_PARSED_BYTES) throw new ExtractionError(TOO_LARGE);
  return await pinnedBody(bucket, asset);
}

async function pinnedBody(bucket: R2Bucket, asset: AssetRow): Promise<ReadableStream<Uint8Array>> {
  const object = await bucket.get(asset.objectKey, { onlyIf: { etagMatches: asset.objectEtag } });
  if (object === null || !("body" in object)) throw new ExtractionError(CHANGED);
  return object.body;
}
