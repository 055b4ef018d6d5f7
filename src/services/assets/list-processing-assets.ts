import { signUrlToken } from "../../auth/url-token.ts";
import {
  ARTIFACT_KINDS,
  ARTIFACT_TYPES,
  type ArtifactKind,
  MAX_ARTIFACT_BYTES,
  objectKeys,
  SOURCE_URL_TTL_SECONDS,
} from "../../domain/asset.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { selectWaitingForWorker } from "../../storage/d1/assets/processing.ts";
import type { Context } from "../context/context.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

export interface WaitingAsset {
  readonly asset: AssetRow;
  /** Download URL of the original bytes. */
  readonly sourceUrl: string;
  /** Upload URLs for the artifacts of the processor. */
  readonly artifactUrls: Readonly<Record<ArtifactKind, string>>;
}

/**
 * Lists the assets that wait for an external processor, longest waiting first. Their URLs are valid for 12
 * hours, as long as the asset is being processed.
 */
export async function listProcessingAssets(ctx: Context, input: { limit: number }): Promise<WaitingAsset[]> {
  const { waiting } = await ctx.db.read({ waiting: selectWaitingForWorker(ctx.db, input.limit) });
  return await Promise.all(waiting.map(async (asset) => await withUrls(ctx, asset)));
}

async function withUrls(ctx: Context, asset: AssetRow): Promise<WaitingAsset> {
  const urls = await Promise.all(
    ARTIFACT_KINDS.map(async (kind) => [kind, await artifactUrl(ctx, asset, kind)] as const),
  );
  return {
    asset,
    sourceUrl: await sourceUrl(ctx, asset),
    artifactUrls: Object.fromEntries(urls) as Record<ArtifactKind, string>,
  };
}

async function sourceUrl(ctx: Context, asset: AssetRow): Promise<string> {
  const { objectKey, contentType, fileSize: sizeLimit } = asset;
  const token = await signUrlToken(ctx.config.urlSigningKeys, {
    ...claimsFor(ctx, asset),
    method: "GET",
    purpose: "source",
    objectKey,
    contentType,
    sizeLimit,
  });
  return `${ctx.origin}/v1/assets/${asset.id}/content?token=${token}`;
}

async function artifactUrl(ctx: Context, asset: AssetRow, kind: ArtifactKind): Promise<string> {
  const token = await signUrlToken(ctx.config.urlSigningKeys, {
    ...claimsFor(ctx, asset),
    method: "PUT",
    purpose: "artifact",
    objectKey: objectKeys.artifact(asset.organizationId, asset.id, kind),
    contentType: ARTIFACT_TYPES[kind],
    sizeLimit: MAX_ARTIFACT_BYTES,
  });
  return `${ctx.origin}/v1/assets/${asset.id}/artifacts/${kind}?token=${token}`;
}

function claimsFor(ctx: Context, asset: AssetRow) {
  const expiresAt = new Date(ctx.now.getTime() + SOURCE_URL_TTL_SECONDS * MS_PER_SECOND);
  return { assetId: asset.id, userId: SERVICE_USER_ID, expiresAt };
}
