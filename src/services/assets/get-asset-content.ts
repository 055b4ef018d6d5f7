import { verifyUrlToken } from "../../auth/url-token.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import { findSource, findStored } from "../../storage/d1/assets/assets.ts";
import { isWithWorker } from "../../storage/d1/assets/processing.ts";
import { findSuspended } from "../../storage/d1/users/users.ts";
import type { Context } from "../context/context.ts";
import { type ByteRange, chooseRange, lengthOf, type RangeRequest } from "./internal/byte-range.ts";

export interface AssetContent {
  readonly contentType: string;
  readonly fileName: string;
  /** Whether the URL saves the file under its name. */
  readonly isDownload: boolean;
  readonly etag: string;
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Null if the caller already has these bytes. `range` is null in that case. */
  readonly body: ReadableStream | null;
  /** Range to send. Null for the whole content. */
  readonly range: ByteRange | null;
}

/**
 * Returns the stored bytes of an asset, or one range of them, by a signed URL.
 * @param input.isKnown returns true if the caller already has the bytes with this etag
 * @throws ServiceError `permission_denied` for an invalid URL or a suspended user
 * @throws ServiceError `not_found` if the user may no longer read the asset
 * @throws OutOfRangeError for a range outside the file
 */
export async function getAssetContent(
  ctx: Context,
  input: RangeRequest & { assetId: Id<"asset">; token: string; isKnown: (etag: string) => boolean },
): Promise<AssetContent> {
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, ctx.now);
  const isDownload = claims.purpose === "download";
  const isForBytes = isDownload || claims.purpose === "source";
  if (claims.method !== "GET" || !isForBytes || claims.assetId !== input.assetId) {
    throw new ServiceError("permission_denied", "This URL is not signed for this request.");
  }
  const asset = await readableAsset(ctx, input.assetId, claims.userId);
  const { contentType, originalFileName: fileName, fileSize: size, objectEtag: etag } = asset;
  const facts = { contentType, fileName, isDownload, etag, size };
  if (input.isKnown(etag)) return { ...facts, range: null, body: null };
  const range = chooseRange(input, { etag, size });
  const part = range === null ? {} : { range: { offset: range.start, length: lengthOf(range) } };
  const object = await ctx.platform.bucket.get(asset.objectKey, {
    onlyIf: { etagMatches: asset.objectEtag },
    ...part,
  });
  if (object === null || !("body" in object))
    throw new ServiceError("unavailable", "The service cannot read the file at the moment.");
  return { ...facts, range, body: object.body };
}

async function readableAsset(ctx: Context, assetId: Id<"asset">, userId: Id<"user">) {
  const { asset, suspended } = await ctx.db.read({
    suspended: findSuspended(ctx.db, userId),
    asset:
      userId === SERVICE_USER_ID
        ? findStored(ctx.db, assetId, isWithWorker(assetId))
        : findSource(ctx.db, assetId, userId),
  });
  const found = asset[0];
  if (suspended.length > 0) throw new ServiceError("permission_denied", "This account is suspended.");
  if (found === undefined) throw notFound("asset");
  return found;
}
