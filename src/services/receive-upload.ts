import { verifyUrlToken } from "../auth/signed-url.ts";
import { ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { eq, type SQL, sql } from "drizzle-orm";
import { isActiveUser, mayOnAsset } from "../storage/d1/access-sql.ts";
import { commit, CommitConflict } from "../storage/d1/commit.ts";
import { assets } from "../storage/d1/schema/assets.ts";
import type { Context } from "./context.ts";

export interface ReceiveUploadInput {
  readonly assetId: Id<"asset">;
  readonly token: string;
  readonly contentType: string | null;
  /** What the client declares; null when it does not. */
  readonly contentLength: number | null;
  readonly body: ReadableStream | null;
}

/**
 * Streams the bytes of an asset into the bucket: only what the URL was signed for, only while they are awaited.
 * @throws ServiceError `permission_denied` for the URL, `invalid_argument` for the bytes, `failed_precondition` when none are awaited
 */
export async function receiveUpload(ctx: Context, input: ReceiveUploadInput): Promise<void> {
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, ctx.now);
  if (claims.method !== "PUT" || claims.purpose !== "upload" || claims.assetId !== input.assetId) {
    throw new ServiceError("permission_denied", "This URL was not signed for this.");
  }
  const { contentLength } = input;
  if (contentLength === null) {
    throw new ServiceError("invalid_argument", "Say how long the bytes are: `Content-Length`.", { bodyFault: "no_length" });
  }
  if (contentLength > claims.sizeLimit) {
    throw new ServiceError("invalid_argument", `At most ${claims.sizeLimit} bytes are taken.`, { bodyFault: "too_large" });
  }
  if (input.contentType !== null && input.contentType.trim().toLowerCase() !== claims.contentType.trim().toLowerCase()) {
    throw new ServiceError("invalid_argument", "The content type is not the one that was announced.", { bodyFault: "wrong_type" });
  }
  const before = await requireAwaited(ctx, input.assetId, claims.userId);
  const objectKey = `${claims.objectKey}/${ctx.operationId}`;
  const body = input.body ?? new Uint8Array();
  try {
    await ctx.platform.bucket.put(objectKey, body, { httpMetadata: { contentType: claims.contentType } });
  } catch (error) {
    throw new ServiceError("invalid_argument", "The bytes did not arrive whole. Send them again.", { cause: error });
  }
  await adopt(ctx, before, claims.userId, objectKey);
}

/** Every upload has a key of its own, so that one which ends late cannot overwrite bytes that were announced meanwhile. */
async function adopt(ctx: Context, asset: AwaitedAsset, userId: string, objectKey: string): Promise<void> {
  const { db, now, operation, operationId } = ctx;
  const isAwaited = sql`EXISTS (SELECT 1 FROM assets aw WHERE aw.id = ${asset.id} AND aw.lifecycle_state = 'uploading')`;
  try {
    await commit(
      { db, now, operation, operationId, actorId: userId },
      {
        asserts: [
          { name: "awaited", holds: isAwaited },
          { name: "may_write", holds: mayUpload(sql`${userId}`, sql`${asset.id}`) },
        ],
        statements: [db.build.update(assets).set({ objectKey }).where(eq(assets.id, asset.id))],
        event: { organizationId: asset.organizationId, targetId: asset.id },
      },
    );
  } catch (error) {
    ctx.defer(ctx.platform.bucket.delete(objectKey));
    if (error instanceof CommitConflict)
      throw new ServiceError("failed_precondition", "The bytes of this asset are no longer awaited.", { cause: error });
    throw error;
  }
  if (asset.objectKey !== objectKey) ctx.defer(ctx.platform.bucket.delete(asset.objectKey));
}

function mayUpload(user: SQL, assetId: SQL): SQL<boolean> {
  return sql<boolean>`(${isActiveUser(user)} AND ${mayOnAsset(user, assetId, "write")})`;
}

interface AwaitedAsset {
  readonly id: string;
  readonly organizationId: string;
  /** Of the upload before, if there was one. */
  readonly objectKey: string;
}

async function requireAwaited(ctx: Context, assetId: string, userId: string): Promise<AwaitedAsset> {
  const mayWrite = mayUpload(sql`${userId}`, sql`"assets"."id"`);
  const { asset } = await ctx.db.read({
    asset: ctx.db.build
      .select({
        id: assets.id,
        organizationId: assets.organizationId,
        objectKey: assets.objectKey,
        state: assets.lifecycleState,
        mayWrite: sql<number>`${mayWrite}`.as("may_write"),
      })
      .from(assets)
      .where(sql`${assets.id} = ${assetId}`),
  });
  const found = asset[0];
  if (found === undefined || !found.mayWrite) throw new ServiceError("permission_denied", "You may no longer send these bytes.");
  if (found.state !== "uploading") throw new ServiceError("failed_precondition", "The bytes of this asset have already arrived.");
  return found;
}
