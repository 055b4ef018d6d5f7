import { objectKeys } from "../domain/asset.ts";
import { sha256Hex } from "../domain/sha256.ts";
import { SHORT_TEXT_BYTES } from "../domain/short-text.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { joined, piecesOfBytes } from "../storage/r2/pieces.ts";
import { wholeSource } from "./source-bytes.ts";
import { detectFormat } from "./extract/detect-format.ts";
import { proseOf } from "./extract/text/plain-text.ts";
import { utf8Text } from "./extract/text/utf8-text.ts";
import { cancelExtraction, incompleteTextError, type Extraction } from "./extraction/extraction-stream.ts";
import type { SandboxSource } from "./extraction/sandbox-client.ts";
import { readDocument } from "./extraction/read-document.ts";
import { updateLocators } from "./update-locators.ts";
import { mappedChunk, storeArtifacts, type StoredExtraction } from "./store-extraction.ts";

/** Maximum size of a file that stays in memory until its text is indexed. */
const SMALL_BYTES = 65_536;
/** The limit of the text is separate, because a small file may contain a large text. */
const SMALL_TEXT_BYTES = 262_144;

/** A stored short text that is still in memory. */
export interface SmallDocument extends StoredExtraction {
  readonly content: { readonly text: string; readonly chunkMap: string };
}

export function isSmall({ fileSize }: AssetRow): boolean {
  return fileSize <= SMALL_BYTES;
}

/**
 * Returns the bytes of a small file and their SHA-256.
 * @throws ExtractionError
 */
export async function smallSource(
  bucket: R2Bucket,
  asset: AssetRow,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; sha256: string }> {
  const bytes = await wholeSource(bucket, asset);
  return { bytes, sha256: await sha256Hex(bytes) };
}

type HeldSource = SandboxSource & { readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Extracts a small file in this Worker if it is short, plain and UTF-8.
 * @returns null for other files
 * @throws ExtractionError
 */
export async function extractInline(source: HeldSource): Promise<Extraction | null> {
  const format = detectFormat(source);
  const isShort = source.bytes.length > 0 && source.bytes.length <= SHORT_TEXT_BYTES;
  if (!isShort || (format.kind !== "text" && format.kind !== "markdown")) return null;
  const { kind, charset } = format;
  const text = charset === null || /^utf-?8$/i.test(charset) ? utf8Text(source.bytes) : null;
  if (text === null) return null;
  const { bytes, artifacts: made, ...document } = await readDocument(source, () => proseOf(text, kind));
  const artifacts = made === null ? null : { head: made.head, content: piecesOfBytes(made.bytes) };
  return { ...document, text: piecesOfBytes(bytes), artifacts };
}

/**
 * Stores a short text under its hash with its chunk map, as `storeExtraction` does, but with only three calls
 * to R2.
 * @returns null if the text is too long; the extraction is then consumed
 * @throws ExtractionError
 */
export async function storeSmall(
  bucket: R2Bucket,
  asset: AssetRow,
  extraction: Extraction,
): Promise<SmallDocument | null> {
  try {
    return await storeParts(bucket, asset, extraction);
  } catch (error) {
    await cancelExtraction(extraction);
    throw error;
  }
}

async function storeParts(
  bucket: R2Bucket,
  asset: AssetRow,
  extraction: Extraction,
): Promise<SmallDocument | null> {
  const { head, places, keywords, summary, entryCount, note } = extraction;
  if (head.bytes > SMALL_TEXT_BYTES) {
    await cancelExtraction(extraction);
    return null;
  }
  const text = await wholeText(extraction);
  const artifacts = await storeArtifacts(bucket, asset, extraction.artifacts);
  const textKey = objectKeys.text(asset.organizationId, asset.id, head.version);
  const chunksKey = objectKeys.chunks(asset.organizationId, asset.id, head.version);
  const chunks = Array.from(places, (place, ordinal) => mappedChunk(place, ordinal));
  const made = JSON.stringify({ version: head.version, chunks });
  await bucket.put(textKey, text, {
    httpMetadata: { contentType: "text/plain; charset=utf-8" },
    sha256: head.version,
  });
  // Does not replace a stored text, because citations refer to its chunk ids.
  const onlyIf = { etagDoesNotMatch: "*" };
  const stored = await bucket.put(chunksKey, made, {
    httpMetadata: { contentType: "application/json" },
    onlyIf,
  });
  if (stored === null) await updateLocators(bucket, chunksKey, head.version, places);
  const chunkMap = stored === null ? await (await bucket.get(chunksKey))?.text() : made;
  if (chunkMap === undefined) throw incompleteTextError();
  return {
    ...head,
    textKey,
    chunksKey,
    keywords,
    summary,
    entryCount,
    note,
    artifacts,
    content: { text, chunkMap },
  };
}

/** @throws ExtractionError */
async function wholeText({ head, text }: Extraction): Promise<string> {
  const bytes = await joined(text, head.bytes).catch((cause: unknown) => {
    throw incompleteTextError(cause);
  });
  const whole = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes ?? new Uint8Array());
  if (bytes?.length !== head.bytes || whole.length !== head.characters) throw incompleteTextError();
  return whole;
}
