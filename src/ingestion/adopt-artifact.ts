import { type ArtifactKind, parseArtifacts, type StoredArtifacts } from "../domain/asset.ts";
import type { KnowledgeIndex } from "../knowledge-index/knowledge-index.ts";
import type { AssetRow } from "../storage/d1/asset-store.ts";
import { countTextTokens } from "./count-text-tokens.ts";
import { decodeText } from "./extract/decode-text.ts";
import { keywordsOf } from "./keywords.ts";
import { storeExtracted } from "./stored-text.ts";
import { summarize } from "./summarize.ts";

/** Which artifact becomes the text that quotes are taken from: the first of these that was handed in. */
const TEXT_ORDER: readonly ArtifactKind[] = ["text", "markdown", "transcription"];

export interface AdoptedText {
  /** Where it lies now; `version` is its hash. */
  readonly stored: { readonly version: string; readonly textKey: string; readonly chunksKey: string };
  readonly tokens: number;
  readonly keywords: readonly string[];
  readonly summary: string;
}

interface AdoptDependencies {
  readonly bucket: R2Bucket;
  index(organizationId: string, shard: number): DurableObjectStub<KnowledgeIndex>;
}

/**
 * Makes the text that an external worker handed in the asset's extracted text: stored under its hash with its chunks, and indexed.
 * May be repeated without harm.
 * @param collectionIds that hold the asset directly
 * @returns null when no text was handed in
 */
export async function adoptArtifact(
  deps: AdoptDependencies,
  asset: AssetRow,
  collectionIds: readonly string[],
): Promise<AdoptedText | null> {
  const text = await handedInText(deps.bucket, parseArtifacts(asset.artifacts));
  if (text === null) return null;
  const extracted = { text, pages: [], title: "", strategy: "external", html: null, markdown: null };
  const { version, textKey, chunksKey } = await storeExtracted(deps.bucket, asset, extracted);
  const { id: assetId, run, displayName } = asset;
  const input = { assetId, run, version, displayName, collectionIds, textKey, chunksKey };
  await deps.index(asset.organizationId, asset.shard).replaceAsset(input);
  return {
    stored: { version, textKey, chunksKey },
    tokens: countTextTokens(text),
    keywords: keywordsOf(text, ""),
    summary: summarize(text),
  };
}

async function handedInText(bucket: R2Bucket, artifacts: StoredArtifacts): Promise<string | null> {
  for (const kind of TEXT_ORDER) {
    const stored = artifacts[kind];
    const object = stored === undefined ? null : await bucket.get(stored.key);
    if (object === null) continue;
    const text = decodeText(new Uint8Array(await object.arrayBuffer()), { charset: "utf-8", isHtml: false });
    if (text.trim() !== "") return text;
  }
  return null;
}
