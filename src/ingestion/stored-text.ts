import { objectKeys } from "../domain/asset.ts";
import { newId } from "../domain/ids.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { type ComingText, type DocumentHead, notWhole, type Reading } from "./reading/document-parts.ts";

export interface StoredText extends DocumentHead {
  readonly textKey: string;
  readonly chunksKey: string;
  readonly keywords: readonly string[];
  readonly summary: string;
}

/**
 * Stores a text under its hash as it is read, with the map of its chunks. A text that is stored already stays as it is, and so do the ids
 * of its chunks, because citations name them.
 * @throws ExtractionError
 */
export async function storeReading(
  bucket: R2Bucket,
  { organizationId, id }: Pick<AssetRow, "organizationId" | "id">,
  reading: Reading,
): Promise<StoredText> {
  const { head, places, keywords, summary, text } = reading;
  const textKey = objectKeys.text(organizationId, id, head.version);
  const chunksKey = objectKeys.chunks(organizationId, id, head.version);
  const isStored = (await bucket.head(chunksKey)) !== null;
  if (isStored) await text.cancel();
  else {
    await storeText(bucket, textKey, head, text);
    const chunks = places.map(([start, stop, page], ordinal) => ({ id: newId("chunk"), ordinal, start, end: stop, page }));
    const map = JSON.stringify({ version: head.version, chunks });
    await bucket.put(chunksKey, map, { httpMetadata: { contentType: "application/json" } });
  }
  return { ...head, textKey, chunksKey, keywords, summary };
}

/** It is there once all of it has come, and only whole: the bucket refuses another length, and another hash. @throws ExtractionError */
async function storeText(bucket: R2Bucket, key: string, { bytes, version }: DocumentHead, text: ComingText): Promise<void> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const stored = bucket.put(key, readable, { httpMetadata: { contentType: "text/plain; charset=utf-8" }, sha256: version });
  try {
    await Promise.all([text.pipeTo(writable), stored]);
  } catch (cause) {
    throw notWhole(cause);
  }
}
