import { type ArtifactKind, objectKeys, type StoredArtifacts } from "../domain/asset.ts";
import { newId } from "../domain/ids.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { SAMPLE_CHUNK_ID } from "../storage/r2/chunk-map.ts";
import { digestOf, type PieceSource, piecesOfBody, piecesOfParts } from "../storage/r2/pieces.ts";
import { putPieces } from "../storage/r2/put-pieces.ts";
import { inSlices } from "../text/in-slices.ts";
import type { Steps } from "../text/steps.ts";
import type { ArtifactsHead } from "./artifacts/artifacts-head.ts";
import { renewMap } from "./renew-map.ts";
import { cancelReading, type ChunkPlace, type ChunkPlaces, type DocumentHead, notWhole, type Reading } from "./reading/document-parts.ts";

/** To name a chunk and to write it down takes some 5 µs, on a slow core ten. */
const CHUNKS_PER_PART = 200;

export interface StoredText extends DocumentHead {
  readonly textKey: string;
  readonly chunksKey: string;
  readonly keywords: readonly string[];
  readonly summary: string;
  /** How many files are in it that can be unpacked. */
  readonly members: number;
  /** What people are told of it when it is ready; `""` for nothing. */
  readonly note: string;
  readonly artifacts: StoredArtifacts;
}

/**
 * Stores a text under its hash as it is read, with the map of its chunks. A text that is stored already stays as it is, and so do the ids
 * of its chunks, because citations name them; what is known of their places is renewed.
 * @throws ExtractionError
 */
export async function storeReading(
  bucket: R2Bucket,
  asset: Pick<AssetRow, "organizationId" | "id">,
  reading: Reading,
): Promise<StoredText> {
  try {
    return await storeParts(bucket, asset, reading);
  } catch (error) {
    // A reader waits for as long as nobody reads what it sends, and nobody else has it meanwhile.
    await cancelReading(reading);
    throw error;
  }
}

async function storeParts(
  bucket: R2Bucket,
  { organizationId, id }: Pick<AssetRow, "organizationId" | "id">,
  reading: Reading,
): Promise<StoredText> {
  const { head, places, keywords, summary, members, note, text, artifacts } = reading;
  const textKey = objectKeys.text(organizationId, id, head.version);
  const chunksKey = objectKeys.chunks(organizationId, id, head.version);
  const isMapped = (await bucket.head(chunksKey)) !== null;
  if (isMapped && (await isWhole(bucket, textKey, head.version))) await passOver(text);
  else await putText(bucket, textKey, text, { length: head.bytes, sha256: head.version });
  if (isMapped) await renewMap(bucket, chunksKey, head.version, places);
  else {
    const length = await inSlices(mapLengthSteps(head.version, places));
    const parts = chunkMapParts(head.version, places, () => newId("chunk"));
    await putPieces(bucket, chunksKey, piecesOfParts(parts), { length, httpMetadata: { contentType: "application/json" } });
  }
  return {
    ...head,
    textKey,
    chunksKey,
    keywords,
    summary,
    members,
    note,
    artifacts: await storeArtifacts(bucket, { organizationId, id }, artifacts),
  };
}

/** What stands behind it is still wanted. @throws ExtractionError */
async function passOver(text: PieceSource): Promise<void> {
  try {
    while ((await text.read()) !== null);
  } catch (cause) {
    throw notWhole(cause);
  }
}

/**
 * Stores what was made beside a text, once the text was read, under its hash.
 * @returns where each of them lies, as the asset names it
 * @throws ExtractionError
 */
export async function storeArtifacts(
  bucket: R2Bucket,
  { organizationId, id }: Pick<AssetRow, "organizationId" | "id">,
  artifacts: Reading["artifacts"],
): Promise<StoredArtifacts> {
  if (artifacts === null) return {};
  const { content, head } = artifacts;
  const { sha256, markdown, html } = head;
  const key = objectKeys.made(organizationId, id, sha256);
  const length = (markdown?.bytes ?? 0) + (html?.bytes ?? 0);
  await putText(bucket, key, content, { length, sha256 });
  return { ...placedIn(key, "markdown", markdown, 0), ...placedIn(key, "html", html, markdown?.bytes ?? 0) };
}

function placedIn(key: string, kind: ArtifactKind, made: ArtifactsHead["html"], offset: number): StoredArtifacts {
  return made === null ? {} : { [kind]: { key, tokens: made.tokens, range: { offset, length: made.bytes } } };
}

/** Whether the text that is stored is the one that it is named after: a disk may have lost some of it. */
async function isWhole(bucket: R2Bucket, key: string, version: string): Promise<boolean> {
  const stored = await bucket.get(key);
  if (stored === null) return false;
  return (await digestOf(piecesOfBody(stored.body)).catch(() => "")) === version;
}

/** How a passage stands in the map of a text's chunks, under an id of its own. */
export function mappedChunk([start, end, page, locators]: ChunkPlace, ordinal: number, id: string = newId("chunk")) {
  return { id, ordinal, start, end, page, locators };
}

/** How many bytes the map has: that must be known before it is written, and the map of a long text is not held. */
function* mapLengthSteps(version: string, places: ChunkPlaces): Steps<number> {
  let length = 0;
  for (const part of chunkMapParts(version, places, () => SAMPLE_CHUNK_ID)) {
    length += part.length;
    yield;
  }
  return length;
}

/** `{"version", "chunks": […]}` in UTF-8. */
function* chunkMapParts(version: string, places: ChunkPlaces, newChunkId: () => string): Generator<Uint8Array> {
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

/** It is there only whole: the bucket refuses another length, and another hash. @throws ExtractionError */
async function putText(bucket: R2Bucket, key: string, text: PieceSource, expected: { length: number; sha256: string }): Promise<void> {
  const httpMetadata = { contentType: "text/plain; charset=utf-8" };
  try {
    await putPieces(bucket, key, text, { httpMetadata, ...expected });
  } catch (cause) {
    throw notWhole(cause);
  }
}
