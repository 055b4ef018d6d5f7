import { signUrlToken } from "../../../auth/url-token.ts";
import { effectiveActions, parseGranted } from "../../../domain/access.ts";
import {
  DOWNLOAD_URL_TTL_SECONDS,
  MAX_UPLOAD_BYTES,
  objectKeys,
  SOURCE_URL_TTL_SECONDS,
  UPLOAD_URL_TTL_SECONDS,
} from "../../../domain/asset.ts";
import type { Authorized } from "../../../domain/authorized.ts";
import type { Id } from "../../../domain/ids.ts";
import type { AssetView } from "../../../storage/d1/assets/assets.ts";
import type { Actor, Context } from "../../context/context.ts";
import { MS_PER_SECOND, MS_PER_HOUR } from "../../../domain/time.ts";

const STABLE_MS = 3 * MS_PER_HOUR;

/**
 * Returns the signed URL of an asset. While the upload is pending, the creator can upload the bytes to it for
 * 15 minutes. Afterwards, readers can download them from it for 12 hours. Empty if the caller may do neither.
 * The URL names its user, and the service checks their access again on each use.
 */
export async function signedAssetUrl(
  ctx: Context,
  actor: Pick<Actor, "id">,
  asset: AssetView,
): Promise<string> {
  // A page that was not fetched yet has no upload URL, because the service fetches the page itself.
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
    expiresAt: awaited ? new Date(ctx.now.getTime() + seconds * MS_PER_SECOND) : stableExpiry(ctx.now),
  });
  return contentAddress(ctx, asset.id, token);
}

/**
 * Returns an expiry between nine and twelve hours ahead. It changes only every three hours, so that repeated
 * reads give equal responses.
 */
function stableExpiry(now: Date): Date {
  const started = Math.floor(now.getTime() / STABLE_MS) * STABLE_MS;
  return new Date(started + SOURCE_URL_TTL_SECONDS * MS_PER_SECOND);
}

/** Returns the download URL of the bytes, or "" before they are stored. */
export async function storedAssetUrl(
  ctx: Context,
  actor: Pick<Actor, "id">,
  asset: AssetView,
): Promise<string> {
  return asset.objectEtag === "" ? "" : await signedAssetUrl(ctx, actor, asset);
}

/** Returns a URL that saves the stored bytes as a file. It is valid for ten minutes. */
export async function signedDownload(
  ctx: Context,
  actor: Pick<Actor, "id">,
  asset: Authorized<AssetView, "read">,
): Promise<{ readonly address: string; readonly expiresAt: Date }> {
  const seconds = Math.floor(ctx.now.getTime() / MS_PER_SECOND) + DOWNLOAD_URL_TTL_SECONDS;
  const expiresAt = new Date(seconds * MS_PER_SECOND);
  const token = await signUrlToken(ctx.config.urlSigningKeys, {
    method: "GET",
    assetId: asset.id,
    objectKey: asset.objectKey,
    contentType: asset.contentType,
    sizeLimit: asset.fileSize,
    purpose: "download",
    userId: actor.id,
    expiresAt,
  });
  return { address: contentAddress(ctx, asset.id, token), expiresAt };
}

/** The announced file of a new version. `sha256` is hexadecimal, or "" if unknown. */
interface VersionFile {
  readonly contentType: string;
  readonly originalFileName: string;
  readonly size: number | null;
  readonly sha256: string;
}

/** Returns a URL that accepts the bytes of a new version by PUT for 15 minutes. */
export async function signedVersionUpload(
  ctx: Context,
  actor: Pick<Actor, "id">,
  asset: Authorized<AssetView, "write">,
  file: VersionFile,
): Promise<{ readonly signedUrl: string; readonly expiresAt: Date }> {
  const seconds = Math.floor(ctx.now.getTime() / MS_PER_SECOND) + UPLOAD_URL_TTL_SECONDS;
  const expiresAt = new Date(seconds * MS_PER_SECOND);
  const token = await signUrlToken(ctx.config.urlSigningKeys, {
    method: "PUT",
    assetId: asset.id,
    objectKey: objectKeys.original(asset.organizationId, asset.id),
    contentType: file.contentType,
    fileName: file.originalFileName,
    sizeLimit: MAX_UPLOAD_BYTES,
    announced: { size: file.size, sha256: file.sha256 },
    purpose: "version",
    userId: actor.id,
    expiresAt,
  });
  return { signedUrl: contentAddress(ctx, asset.id, token), expiresAt };
}

function contentAddress({ origin }: Context, assetId: Id<"asset">, token: string): string {
  return `${origin}/v1/assets/${assetId}/content?token=${token}`;
}
