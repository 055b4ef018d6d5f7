import { type ArtifactKind, parseArtifacts, type StoredArtifacts } from "../domain/asset.ts";
import type { Platform } from "../platform.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { ServiceError } from "../domain/errors.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import { partsOfFile } from "./extract/handed-in/parts-of-file.ts";
import { ExtractorBusy } from "./reading/extractor.ts";
import { extract } from "./stages/extract.ts";
import { withinDeadline } from "./step-deadline.ts";
import { storeReading, type StoredText } from "./stored-text.ts";

/** Which artifact becomes the text that quotes are taken from: the first of these that was handed in. */
const TEXT_ORDER: readonly ArtifactKind[] = ["text", "markdown", "transcription"];

export interface AdoptedText {
  /** Where it lies now; `version` is its hash. */
  readonly stored: { readonly version: string; readonly textKey: string; readonly chunksKey: string };
  readonly tokens: number;
  readonly keywords: readonly string[];
  readonly summary: string;
}

type AdoptDependencies = Pick<Platform, "bucket" | "extractor" | "index">;

/**
 * Makes the text that an external worker handed in the asset's extracted text: stored under its hash with its chunks, and indexed.
 * May be repeated without harm.
 * @param collectionIds that hold the asset directly
 * @returns null when no text was handed in
 * @throws ServiceError `unavailable` when it cannot be read at the moment
 */
export async function adoptArtifact(
  deps: AdoptDependencies,
  asset: AssetRow,
  collectionIds: readonly string[],
): Promise<AdoptedText | null> {
  const stored = await withinDeadline(extract.deadline, async () => await storeHandedIn(deps, asset)).catch((cause: unknown) => {
    if (!(cause instanceof ExtractionError || cause instanceof ExtractorBusy)) throw cause;
    throw new ServiceError("unavailable", "The text that was handed in cannot be read at the moment. Try again shortly.", { cause });
  });
  if (stored === null) return null;
  const { version, textKey, chunksKey, tokens, keywords, summary } = stored;
  const { id: assetId, run, displayName } = asset;
  const input = { assetId, run, version, displayName, collectionIds, textKey, chunksKey };
  await deps.index(asset.organizationId, asset.shard).replaceAsset(input);
  return { stored: { version, textKey, chunksKey }, tokens, keywords, summary };
}

async function storeHandedIn({ bucket, extractor }: AdoptDependencies, asset: AssetRow): Promise<StoredText | null> {
  const artifacts = parseArtifacts(asset.artifacts);
  const readAs = partsOfFile(asset);
  for (const kind of TEXT_ORDER) {
    const object = await storedArtifact(bucket, artifacts, kind);
    if (object === null) continue;
    const source = { bytes: object.body, contentType: "text/plain; charset=utf-8", originalFileName: "", textOnly: true as const, readAs };
    try {
      return await storeReading(bucket, asset, await extractor.read(source, asset.organizationId));
    } catch (error) {
      // What holds no text is as good as not handed in.
      if (!(error instanceof ExtractionError && error.permanent)) throw error;
    }
  }
  return null;
}

async function storedArtifact(bucket: R2Bucket, artifacts: StoredArtifacts, kind: ArtifactKind): Promise<R2ObjectBody | null> {
  const stored = artifacts[kind];
  return stored === undefined ? null : await bucket.get(stored.key);
}
