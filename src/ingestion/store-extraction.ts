import { type ArtifactKind, objectKeys, type StoredArtifacts } from "../domain/asset.ts";
import { newId } from "../domain/ids.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { SAMPLE_CHUNK_ID } from "../storage/r2/chunk-map.ts";
import { digestOf, type PieceSource, piecesOfBody, piecesOfParts } from "../storage/r2/pieces.ts";
import { putPieces } from "../storage/r2/put-pieces.ts";
import { runCooperatively } from "../text/run-cooperatively.ts";
import type { CooperativeTask } from "../text/cooperative-task.ts";
import type { ArtifactsHead } from "./artifacts/artifacts-head.ts";
import { updateLocators } from "./update-locators.ts";
import {
  cancelExtraction,
  type PassageOffset,
  type PassageOffsetList,
  type DocumentHead,
  incompleteTextError,
  type Extraction,
} from "./extraction/extraction-stream.ts";

/**
 * Chunks per yield to the event loop. Writing a chunk with its id takes about 5 µs, or 10 µs on a slow core.
 */
const CHUNKS_PER_PART = 200;

export interface StoredExtraction extends DocumentHead {
  readonly textKey: string;
  readonly chunksKey: string;
  readonly keywords: readonly string[];
  readonly summary: string;
  /** Number of files in the document that can be unpacked. */
  readonly entryCount: number;
  /** Message for users once the asset is ready; `""` for none. */
  readonly note: string;
  readonly artifacts: StoredArtifacts;
}

/**
 * Streams a text to storage under its hash, with its chunk map. An already stored text keeps its chunk ids,
 * because citations refer to them, and only its locators are updated.
 * @throws ExtractionError
 */
export async function storeExtraction(
  bucket: R2Bucket,
  asset: Pick<AssetRow, "organizationId" | "id">,
  extraction: Extraction,
): Promise<StoredExtraction> {
  try {
    return await storeParts(bucket, asset, extraction);
  } catch (error) {
    // Cancels the rest: the sandbox waits for its reader, and its slot is blocked meanwhile.
    await cancelExtraction(extraction);
    throw error;
  }
}

async function storeParts(
  bucket: R2Bucket,
  { organizationId, id }: Pick<AssetRow, "organizationId" | "id">,
  extraction: Extraction,
): Promise<StoredExtraction> {
  const { head, places, keywords, summary, entryCount, note, text, artifacts } = extraction;
  const textKey = objectKeys.text(organizationId, id, head.version);
  const chunksKey = objectKeys.chunks(organizationId, id, head.version);
  const isMapped = (await bucket.head(chunksKey)) !== null;
  if (isMapped && (await isWhole(bucket, textKey, head.version))) await passOver(text);
  else await putText(bucket, textKey, text, { length: head.bytes, sha256: head.version });
  if (isMapped) await updateLocators(bucket, chunksKey, head.version, places);
  else {
    const length = await runCooperatively(mapLengthSteps(head.version, places));
    const parts = chunkMapParts(head.version, places, () => newId("chunk"));
    await putPieces(bucket, chunksKey, piecesOfParts(parts), {
      length,
      httpMetadata: { contentType: "application/json" },
    });
  }
  return {
    ...head,
    textKey,
    chunksKey,
    keywords,
    summary,
    entryCount,
    note,
    artifacts: await storeArtifacts(bucket, { organizationId, id }, artifacts),
  };
}

/**
 * Skips the text to reach the artifacts after it.
 * @throws ExtractionError
 */
async function passOver(text: PieceSource): Promise<void> {
  try {
    while ((await text.read()) !== null);
  } catch (cause) {
    throw incompleteTextError(cause);
  }
}

/**
 * Stores the artifacts of a text under their hash, after the text was read.
 * @returns their storage keys, as the asset records them
 * @throws ExtractionError
 */
export async function storeArtifacts(
  bucket: R2Bucket,
  { organizationId, id }: Pick<AssetRow, "organizationId" | "id">,
  artifacts: Extraction["artifacts"],
): Promise<StoredArtifacts> {
  if (artifacts === null) return {};
  const { content, head } = artifacts;
  const { sha256, markdown, html } = head;
  const key = objectKeys.made(organizationId, id, sha256);
  const length = (markdown?.bytes ?? 0) + (html?.bytes ?? 0);
  await putText(bucket, key, content, { length, sha256 });
  return { ...placedIn(key, "markdown", markdown, 0), ...placedIn(key, "html", html, markdown?.bytes ?? 0) };
}

function placedIn(
  key: string,
  kind: ArtifactKind,
  made: ArtifactsHead["html"],
  offset: number,
): StoredArtifacts {
  return made === null ? {} : { [kind]: { key, tokens: made.tokens, range: { offset, length: made.bytes } } };
}

/** Whether the stored text matches its hash. A disk may have lost a part of it. */
async function isWhole(bucket: R2Bucket, key: string, version: string): Promise<boolean> {
  const stored = await bucket.get(key);
  if (stored === null) return false;
  return (await digestOf(piecesOfBody(stored.body)).catch(() => "")) === version;
}

/** Returns the entry of a passage in the chunk map, with a new id. */
export function mappedChunk(
  [start, end, page, locators]: PassageOffset,
  ordinal: number,
  id: string = newId("chunk"),
) {
  return { id, ordinal, start, end, page, locators };
}

/**
 * Computes the length of the chunk map, which R2 needs before the upload. The map of a long text is not held
 * in memory.
 */
function* mapLengthSteps(version: string, places: PassageOffsetList): CooperativeTask<number> {
  let length = 0;
  for (const part of chunkMapParts(version, places, () => SAMPLE_CHUNK_ID)) {
    length += part.length;
    yield;
  }
  return length;
}

/** Yields the chunk map in UTF-8: `{"version", "chunks": […]}`. */
function* chunkMapParts(
  version: string,
  places: PassageOffsetList,
  newChunkId: () => string,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let part = `{"version":${JSON.stringify(version)},"chunks":[`;
  let ordinal = 0;
  for (const place of places) {
    part += `${ordinal === 0 ? "" : ","}${JSON.stringify(mappedChunk(place, ordinal, newChunkId()))}`;
    ordinal += 1;
    if (ordinal % CHUNKS_PER_PART !== 0) continue;
    yield encoder.encode(part);
    part = "";
  }
  yield encoder.encode(`${part}]}`);
}

/**
 * Uploads the text atomically: R2 rejects a text with another length or hash.
 * @throws ExtractionError
 */
async function putText(
  bucket: R2Bucket,
  key: string,
  text: PieceSource,
  expected: { length: number; sha256: string },
): Promise<void> {
  const httpMetadata = { contentType: "text/plain; charset=utf-8" };
  try {
    await putPieces(bucket, key, text, { httpMetadata, ...expected });
  } catch (cause) {
    throw incompleteTextError(cause);
  }
}
