import { verifyUrlToken } from "../auth/signed-url.ts";
import { ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { sql } from "drizzle-orm";
import { mayOnAsset } from "../storage/d1/access-sql.ts";
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
  await requireAwaited(ctx, input.assetId, claims.userId);
  const body = input.body ?? new Uint8Array();
  try {
    await ctx.platform.bucket.put(claims.objectKey, body, { httpMetadata: { contentType: claims.contentType } });
  } catch (error) {
    throw new ServiceError("invalid_argument", "The bytes did not arrive whole. Send them again.", { cause: error });
  }
}

async function requireAwaited(ctx: Context, assetId: string, userId: string): Promise<void> {
  const mayWrite = mayOnAsset(sql`${userId}`, sql`"assets"."id"`, "write");
  const { asset } = await ctx.db.read({
    asset: ctx.db.build
      .select({ state: assets.lifecycleState, mayWrite: sql<number>`${mayWrite}`.as("may_write") })
      .from(assets)
      .where(sql`${assets.id} = ${assetId}`),
  });
  const found = asset[0];
  if (found === undefined || !found.mayWrite) throw new ServiceError("permission_denied", "You may no longer send these bytes.");
  if (found.state !== "uploading") throw new ServiceError("failed_precondition", "The bytes of this asset have already arrived.");
}
