import { signUrlToken } from "../../auth/signed-url.ts";
import { effectiveActions, parseGranted } from "../../domain/access.ts";
import { MAX_UPLOAD_BYTES, objectKeys, SOURCE_URL_TTL_SECONDS, UPLOAD_URL_TTL_SECONDS } from "../../domain/asset.ts";
import type { AssetView } from "../../storage/d1/assets/assets.ts";
import type { Actor, Context } from "../context/context.ts";

const STABLE_MS = 3 * 3_600_000;

/**
 * The URL by which the caller may send the bytes (while they are awaited, 15 minutes; who registered the asset, and nobody else) or get them
 * (afterwards, 12 hours); "" when they may not. It names its user: whether they still may is asked again when it is used.
 */
export async function signedAssetUrl(ctx: Context, actor: Pick<Actor, "id">, asset: AssetView): Promise<string> {
  // A page is fetched here: nobody sends its bytes.
  if (asset.sourceUrl !== "" && asset.objectEtag === "") return "";
  const awaited = asset.lifecycleState === "uploading";
  if (awaited && asset.createdBy !== actor.id) return "";
  const action = awaited ? "write" : "read";
  if (!effectiveActions(parseGranted(asset.granted)).includes(action)) return "";
  const seconds = awaited ? UPLOAD_URL_TTL_SECONDS : SOURCE_URL_TTL_SECONDS;
  const token = await signUrlToken(ctx.config.urlSigningKeys, {
    method: awaited ? "PUT" : "GET",
    assetId: asset.id,
    objectKey: awaited ? objectKeys.original(asset.organizationId, asset.id) : asset.objectKey,
    contentType: asset.contentType,
    sizeLimit: awaited ? MAX_UPLOAD_BYTES : asset.fileSize,
    ...(awaited ? { announced: { size: asset.announcedSize, sha256: asset.announcedSha256 } } : {}),
    purpose: awaited ? "upload" : "source",
    userId: actor.id,
    expiresAt: awaited ? new Date(ctx.now.getTime() + seconds * 1000) : stableExpiry(ctx.now),
  });
  return `${ctx.origin}/v1/assets/${asset.id}/content?token=${token}`;
}

/** The same for three hours, so that an asset read twice is the same answer; between nine and twelve hours ahead. */
function stableExpiry(now: Date): Date {
  const started = Math.floor(now.getTime() / STABLE_MS) * STABLE_MS;
  return new Date(started + SOURCE_URL_TTL_SECONDS * 1000);
}

/** The URL that gives the bytes; "" while they are not there. */
export async function storedAssetUrl(ctx: Context, actor: Pick<Actor, "id">, asset: AssetView): Promise<string> {
  return asset.objectEtag === "" ? "" : await signedAssetUrl(ctx, actor, asset);
}
