import parseRange from "range-parser";
import { verifyUrlToken } from "../../auth/signed-url.ts";
import { notFound, OutOfRangeError, ServiceError } from "../../domain/errors.ts";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import { findSource, findStored } from "../../storage/d1/assets/assets.ts";
import { isWithWorker } from "../../storage/d1/assets/processing.ts";
import { findSuspended } from "../../storage/d1/users/users.ts";
import type { Context } from "../context/context.ts";

export interface SourceBytes {
  readonly contentType: string;
  readonly fileName: string;
  readonly etag: string;
  /** Of the whole source. */
  readonly size: number;
  /** Null when the caller has these bytes: then there is no range either. */
  readonly body: ReadableStream | null;
  /** The part that is answered: `[start, end]`, both included; null for all. */
  readonly range: { readonly start: number; readonly end: number } | null;
}

/**
 * The stored bytes of an asset by a signed URL, or one range of them.
 * @param input.range the `Range` header; several ranges at once, or what is none, mean all bytes
 * @param input.ifRange the `If-Range` header: the range is meant for that etag only
 * @param input.isKnown whether the caller has the bytes of this etag already
 * @throws ServiceError `permission_denied` for the URL, and while its user is suspended; `not_found` when they may no longer read; `out_of_range`
 */
export async function readSource(
  ctx: Context,
  input: { assetId: Id<"asset">; token: string; range: string | null; ifRange: string | null; isKnown: (etag: string) => boolean },
): Promise<SourceBytes> {
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, ctx.now);
  if (claims.method !== "GET" || claims.purpose !== "source" || claims.assetId !== input.assetId) {
    throw new ServiceError("permission_denied", "This URL was not signed for this.");
  }
  const asset = await readableAsset(ctx, input.assetId, claims.userId);
  const { contentType, originalFileName: fileName, fileSize: size, objectEtag: etag } = asset;
  if (input.isKnown(etag)) return { contentType, fileName, etag, size, range: null, body: null };
  const isSame = input.ifRange === null || input.ifRange === `"${asset.objectEtag}"`;
  const range = chooseRange(isSame ? input.range : null, asset.fileSize);
  const part = range === null ? {} : { range: { offset: range.start, length: range.end - range.start + 1 } };
  const object = await ctx.platform.bucket.get(asset.objectKey, { onlyIf: { etagMatches: asset.objectEtag }, ...part });
  if (object === null || !("body" in object)) throw new ServiceError("unavailable", "The bytes cannot be read at the moment.");
  return { contentType, fileName, etag, size, range, body: object.body };
}

async function readableAsset(ctx: Context, assetId: Id<"asset">, userId: Id<"user">) {
  const { asset, suspended } = await ctx.db.read({
    suspended: findSuspended(ctx.db, userId),
    asset: userId === SERVICE_USER_ID ? findStored(ctx.db, assetId, isWithWorker(assetId)) : findSource(ctx.db, assetId, userId),
  });
  const found = asset[0];
  if (suspended.length > 0) throw new ServiceError("permission_denied", "This account is suspended.");
  if (found === undefined) throw notFound("asset");
  return found;
}

function chooseRange(header: string | null, size: number): { start: number; end: number } | null {
  if (header === null) return null;
  const ranges = parseRange(size, header);
  if (ranges === -1) throw new OutOfRangeError(size);
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}
