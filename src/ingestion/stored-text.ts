import { objectKeys } from "../domain/asset.ts";
import { sha256Hex } from "../domain/hash.ts";
import { newId } from "../domain/ids.ts";
import { SerialChain } from "../domain/serial-chain.ts";
import type { AssetRow } from "../storage/d1/asset-store.ts";
import { chunkText } from "./chunk-text.ts";
import { extractText } from "./extract/extract-text.ts";
import type { ExtractedText } from "./extract/extracted-text.ts";

export interface StoredText {
  readonly extracted: ExtractedText;
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  readonly version: string;
  readonly textKey: string;
  readonly chunksKey: string;
}

/** Parsers hold a file several times over, and the objects of an isolate share its memory: one file at a time. */
const parsers = new SerialChain();

/**
 * Extracts the text of an asset and stores it under its hash, with the map of its chunks. A text that is stored already stays as it is,
 * and so do the ids of its chunks, because citations name them.
 * @throws ExtractionError
 */
export async function storeText(bucket: R2Bucket, asset: AssetRow, bytes: Uint8Array): Promise<StoredText> {
  const { contentType, originalFileName } = asset;
  const extracted = await parsers.run(() => extractText({ bytes, contentType, originalFileName }));
  return await storeExtracted(bucket, asset, extracted);
}

/** Stores a text that is extracted already, as `storeText` does. */
export async function storeExtracted(
  bucket: R2Bucket,
  { organizationId, id }: Pick<AssetRow, "organizationId" | "id">,
  extracted: ExtractedText,
): Promise<StoredText> {
  const version = await sha256Hex(extracted.text);
  const textKey = objectKeys.text(organizationId, id, version);
  const chunksKey = objectKeys.chunks(organizationId, id, version);
  if ((await bucket.head(chunksKey)) === null) {
    const chunks = chunkText(extracted.text, extracted.pages).map(({ ordinal, start, end, page }) => ({
      id: newId("chunk"),
      ordinal,
      start,
      end,
      page,
    }));
    await bucket.put(textKey, extracted.text, { httpMetadata: { contentType: "text/plain; charset=utf-8" } });
    await bucket.put(chunksKey, JSON.stringify({ version, chunks }), { httpMetadata: { contentType: "application/json" } });
  }
  return { extracted, version, textKey, chunksKey };
}

/** @throws Error when it is gone */
export async function readStoredText(bucket: R2Bucket, textKey: string): Promise<string> {
  const object = await bucket.get(textKey);
  if (object === null) throw new Error("the extracted text is missing");
  return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(await object.arrayBuffer());
}
