import { type ArtifactKind, parseArtifacts } from "../domain/asset.ts";
import type { Platform } from "../platform.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { ServiceError } from "../domain/errors.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import { partsOfFile } from "./extract/processor-output/parts-of-file.ts";
import { SandboxBusy } from "./extraction/sandbox-busy.ts";
import { extract } from "./stages/extract.ts";
import { withinDeadline } from "./stage-clock.ts";
import { storeExtraction, type StoredExtraction } from "./store-extraction.ts";

/** Artifact kinds in order of preference: the first supplied one becomes the asset's text. */
const TEXT_ORDER: readonly ArtifactKind[] = ["text", "markdown", "transcription"];

export interface AcceptedText {
  /** `supplied`: no artifact has text, so the index contains the supplied summary or name. */
  readonly origin: "artifact" | "supplied";
  /** Storage keys; `version` is the hash of the text. */
  readonly stored: { readonly version: string; readonly textKey: string; readonly chunksKey: string };
  readonly tokens: number;
  readonly keywords: readonly string[];
  readonly summary: string;
}

/** `extractionStrategy` of an asset whose processor supplied no text. */
export const SUPPLIED_STRATEGY = "external-summary";
const TEXT_SOURCE = {
  contentType: "text/plain; charset=utf-8",
  originalFileName: "",
  textOnly: true,
} as const;

type AdoptDependencies = Pick<Platform, "bucket" | "sandbox" | "index">;

/**
 * Stores the text of an external processor under its hash, together with its chunks, and indexes it. If no
 * artifact has text, indexes the asset's summary, or its name without a summary. Idempotent.
 * @param asset with the supplied name and summary
 * @param collectionIds collections that contain the asset directly
 * @returns null if the asset keeps its text
 * @throws ServiceError `unavailable` if the text cannot be read at present
 */
export async function acceptArtifact(
  deps: AdoptDependencies,
  asset: AssetRow,
  collectionIds: readonly string[],
): Promise<AcceptedText | null> {
  const found = await withinDeadline(extract.deadline, async () => await storeText(deps, asset)).catch(
    (cause: unknown) => {
      if (!(cause instanceof ExtractionError || cause instanceof SandboxBusy)) throw cause;
      throw new ServiceError(
        "unavailable",
        "The service cannot read the processor's text at the moment. Try again shortly.",
        { cause },
      );
    },
  );
  if (found === null) return null;
  const { stored, origin } = found;
  const { version, textKey, chunksKey, tokens, keywords, summary } = stored;
  const { id: assetId, run, displayName } = asset;
  const input = { assetId, run, version, displayName, collectionIds, textKey, chunksKey };
  await deps.index(asset.organizationId, asset.shard).replaceAsset(input);
  return { origin, stored: { version, textKey, chunksKey }, tokens, keywords, summary };
}

async function storeText(
  deps: AdoptDependencies,
  asset: AssetRow,
): Promise<(Pick<AcceptedText, "origin"> & { stored: StoredExtraction }) | null> {
  const stored = await storeHandedIn(deps, asset);
  if (stored !== null) return { stored, origin: "artifact" };
  if (asset.textVersion !== "" && asset.extractionStrategy !== SUPPLIED_STRATEGY) return null;
  const supplied = asset.summary.trim() === "" ? asset.displayName : asset.summary;
  const source = { bytes: Uint8Array.from(new TextEncoder().encode(supplied)), ...TEXT_SOURCE };
  const reading = await deps.sandbox.read(source, asset.organizationId);
  return { stored: await storeExtraction(deps.bucket, asset, reading), origin: "supplied" };
}

async function storeHandedIn(
  { bucket, sandbox }: AdoptDependencies,
  asset: AssetRow,
): Promise<StoredExtraction | null> {
  const artifacts = parseArtifacts(asset.artifacts);
  const parseHint = partsOfFile(asset);
  for (const kind of TEXT_ORDER) {
    const key = artifacts[kind]?.key;
    if (key === undefined || (await bucket.head(key)) === null) continue;
    const bytes = async () => await openArtifact(bucket, key);
    const source = { bytes, ...TEXT_SOURCE, parseHint };
    try {
      return await storeExtraction(bucket, asset, await sandbox.read(source, asset.organizationId));
    } catch (error) {
      // An artifact without text counts as missing.
      if (!(error instanceof ExtractionError && error.permanent)) throw error;
    }
  }
  return null;
}

/** @throws ExtractionError if the R2 object was deleted meanwhile */
async function openArtifact(bucket: R2Bucket, key: string): Promise<ReadableStream<Uint8Array>> {
  const object = await bucket.get(key);
  if (object === null)
    throw new ExtractionError("The processor's text no longer exists.", { permanent: false });
  return object.body;
}
