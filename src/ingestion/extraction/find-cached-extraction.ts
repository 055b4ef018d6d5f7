import * as z from "zod";
import { MAX_ARTIFACT_BYTES, parseArtifacts, parseStrings, type StoredArtifact } from "../../domain/asset.ts";
import { sha256Hex } from "../../domain/sha256.ts";
import { locatorRuns } from "../../domain/locator.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { selectSameContent, type EarlierResult } from "../../storage/d1/assets/same-content.ts";
import type { ArtifactsHead } from "../artifacts/artifacts-head.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { joined, piecesOfBody, piecesOfBytes } from "../../storage/r2/pieces.ts";
import type { Extraction } from "./extraction-stream.ts";
import { MS_PER_DAY } from "../../domain/time.ts";

/** Lifetime of a cached extraction. It is short, because extractors improve. */
const FRESH_MS = MS_PER_DAY;
/** Maximum text size, because a cached text is held in memory. Longer texts are extracted again. */
const TEXT_BYTES = 1_048_576;
const MAP_BYTES = 262_144;

/** Kinds that are never cached, because their extractor also lists the files to unpack. */
const WITH_MEMBERS = new Set(["archive", "mail", "mbox"]);

const offset = z.int().nonnegative();
const chunkMap = z.object({
  version: z.string(),
  chunks: z.array(z.object({ start: offset, end: offset, page: offset, locators: locatorRuns.optional() })),
});

interface Stores {
  readonly db: Database;
  readonly bucket: R2Bucket;
}

/**
 * Finds the extraction of the same bytes for another asset of the same organization within a day. The caller
 * stores a copy, so no asset depends on the text of another asset.
 * @param sha256 of the asset's stored bytes
 * @returns null if there is no complete result, or if the asset had a text before, because its extraction was
 * requested again
 */
export async function findCachedExtraction(
  { db, bucket }: Stores,
  asset: AssetRow,
  sha256: string,
): Promise<Extraction | null> {
  if (sha256 === "" || asset.textVersion !== "" || asset.sourceUrl !== "") return null;
  const { same } = await db.read({
    same: selectSameContent(db, { ...asset, sha256 }, new Date(Date.now() - FRESH_MS)),
  });
  const ending = endingOf(asset.originalFileName);
  const before = same.find(
    ({ originalFileName, strategy }) => endingOf(originalFileName) === ending && !WITH_MEMBERS.has(strategy),
  );
  return before === undefined ? null : await readStored(bucket, before);
}

/** Part of the cache key: bytes, media type and file extension decide the kind of a file. */
function endingOf(name: string): string {
  return /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? "";
}

async function readStored(bucket: R2Bucket, before: EarlierResult): Promise<Extraction | null> {
  const { version, tokens, strategy, summary } = before;
  const artifacts = await storedArtifacts(bucket, before);
  if (artifacts === null) return null;
  const bytes = await stored(bucket, before.textKey, TEXT_BYTES);
  const map = await stored(bucket, before.chunksKey, MAP_BYTES);
  if (bytes === null || map === null || (await sha256Hex(bytes)) !== version) return null;
  const parsed = chunkMap.safeParse(jsonOf(map)).data;
  if (parsed?.version !== version) return null;
  const characters = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes).length;
  return {
    head: { kind: "head", title: "", strategy, version, bytes: bytes.length, characters, tokens },
    places: parsed.chunks.map(({ start, end, page, locators }) =>
      locators === undefined ? [start, end, page] : [start, end, page, locators],
    ),
    keywords: parseStrings(before.keywords),
    summary,
    entryCount: 0,
    note: before.note,
    text: piecesOfBytes(bytes),
    artifacts,
  };
}

/** @returns null if artifacts are missing or incomplete */
async function storedArtifacts(bucket: R2Bucket, before: EarlierResult): Promise<Extraction["artifacts"]> {
  const { markdown, html } = parseArtifacts(before.artifacts);
  const key = markdown?.key ?? html?.key;
  const bytes = key === undefined ? null : await stored(bucket, key, 2 * MAX_ARTIFACT_BYTES);
  const sha256 = bytes === null ? "" : await sha256Hex(bytes);
  if (bytes === null || key?.endsWith(`/${sha256}`) !== true) return null;
  return {
    head: { sha256, markdown: sizesOf(markdown), html: sizesOf(html) },
    content: piecesOfBytes(bytes),
  };
}

function sizesOf(artifact: StoredArtifact | undefined): ArtifactsHead["html"] {
  return artifact?.range === undefined ? null : { bytes: artifact.range.length, tokens: artifact.tokens };
}

async function stored(bucket: R2Bucket, key: string, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const object = await bucket.get(key);
  return object === null ? null : await joined(piecesOfBody(object.body), limit);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
