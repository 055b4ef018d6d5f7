import { sql } from "drizzle-orm";
import parseRange from "range-parser";
import { verifyUrlToken } from "../auth/signed-url.ts";
import { notFound, OutOfRangeError, ServiceError } from "../domain/errors.ts";
import { type Id, SERVICE_USER_ID } from "../domain/ids.ts";
import { isActiveUser, mayOnAsset } from "../storage/d1/access-sql.ts";
import { isWithWorker } from "../storage/d1/processing-store.ts";
import { assets } from "../storage/d1/schema/assets.ts";
import type { Context } from "./context.ts";

export interface SourceBytes {
  readonly contentType: string;
  readonly fileName: string;
  readonly etag: string;
  /** Of the whole source. */
  readonly size: number;
  /** The part that is answered: `[start, end]`, both included; null for all. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly body: ReadableStream;
}

/**
 * The stored bytes of an asset by a signed URL, or one range of them.
 * @param input.range the `Range` header; several ranges at once, or what is none, mean all bytes
 * @param input.ifRange the `If-Range` header: the range is meant for that etag only
 * @throws ServiceError `permission_denied` for the URL, `not_found` when its user may no longer read, `out_of_range`
 */
export async function readSource(
  ctx: Context,
  input: { assetId: Id<"asset">; token: string; range: string | null; ifRange: string | null },
): Promise<SourceBytes> {
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, ctx.now);
  if (claims.method !== "GET" || claims.purpose !== "source" || claims.assetId !== input.assetId) {
    throw new ServiceError("permission_denied", "This URL was not signed for this.");
  }
  const asset = await readableAsset(ctx, input.assetId, claims.userId);
  const isSame = input.ifRange === null || input.ifRange === `"${asset.objectEtag}"`;
  const range = chooseRange(isSame ? input.range : null, asset.fileSize);
  const part = range === null ? {} : { range: { offset: range.start, length: range.end - range.start + 1 } };
  const object = await ctx.platform.bucket.get(asset.objectKey, { onlyIf: { etagMatches: asset.objectEtag }, ...part });
  if (object === null || !("body" in object)) throw new ServiceError("unavailable", "The bytes cannot be read at the moment.");
  const { contentType, originalFileName: fileName, fileSize: size } = asset;
  return { contentType, fileName, etag: asset.objectEtag, size, range, body: object.body };
}

async function readableAsset(ctx: Context, assetId: string, userId: string) {
  const mayRead = mayOnAsset(sql`${userId}`, sql`"assets"."id"`, "read");
  const active = isActiveUser(sql`${userId}`);
  const allowed = userId === SERVICE_USER_ID ? isWithWorker(assetId) : sql`${active} AND ${mayRead}`;
  const { asset } = await ctx.db.read({
    asset: ctx.db.build
      .select()
      .from(assets)
      .where(sql`${assets.id} = ${assetId} AND ${assets.lifecycleState} NOT IN ('deleted', 'uploading') AND ${allowed}`),
  });
  const found = asset[0];
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
