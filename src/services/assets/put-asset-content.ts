import { type UrlClaims, verifyUrlToken } from "../../auth/url-token.ts";
import { objectKeys } from "../../domain/asset.ts";
import { transition } from "../../domain/asset-lifecycle.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import { type Assertion, commit } from "../../storage/d1/core/commit.ts";
import {
  findAdopted,
  findUpload,
  hasObjectKey,
  setReceived,
  type StoredObject,
  uploadAsserts,
} from "../../storage/d1/assets/uploads.ts";
import { piecesOfBody } from "../../storage/r2/pieces.ts";
import { haveOtherHash, putPieces } from "../../storage/r2/put-pieces.ts";
import type { Context } from "../context/context.ts";
import { adoptVersion, requireReplaced } from "./internal/adopt-version.ts";

/**
 * Maximum size of an upload that is stored before the first query to D1. The signed URL suffices as
 * permission, because it was created for exactly these bytes.
 */
const SMALL_UPLOAD_BYTES = 65_536;

export interface PutAssetContentInput {
  readonly assetId: Id<"asset">;
  readonly token: string;
  readonly contentType: string | null;
  /** Declared length in bytes. Null if the request declares none. */
  readonly contentLength: number | null;
  readonly body: ReadableStream | null;
}

/**
 * Streams the bytes of an asset into the bucket, if they match the signed URL and the asset still expects
 * them.
 * @throws ServiceError `permission_denied` for an invalid URL, `invalid_argument` for invalid bytes,
 * `failed_precondition` if the asset expects none
 */
export async function putAssetContent(ctx: Context, input: PutAssetContentInput): Promise<void> {
  const claims = await verifyUrlToken(ctx.config.urlSigningKeys, input.token, ctx.now);
  const isVersion = claims.purpose === "version";
  const isForBytes = isVersion || claims.purpose === "upload";
  if (claims.method !== "PUT" || !isForBytes || claims.assetId !== input.assetId) {
    throw new ServiceError("permission_denied", "This URL is not signed for this request.");
  }
  const { contentLength } = input;
  const { size = null, sha256 = "" } = claims.announced ?? {};
  if (contentLength === null) {
    throw new ServiceError("invalid_argument", "Send the length in `Content-Length`.", {
      bodyFault: "no_length",
    });
  }
  if (contentLength > claims.sizeLimit) {
    throw new ServiceError("invalid_argument", `The limit is ${claims.sizeLimit} bytes.`, {
      bodyFault: "too_large",
    });
  }
  if (size !== null && contentLength !== size) {
    throw new ServiceError(
      "invalid_argument",
      `The announced size is ${size} bytes, but the request has ${contentLength}.`,
    );
  }
  if (
    input.contentType !== null &&
    input.contentType.trim().toLowerCase() !== claims.contentType.trim().toLowerCase()
  ) {
    throw new ServiceError("invalid_argument", "The content type differs from the announced one.", {
      bodyFault: "wrong_type",
    });
  }
  // A small upload queries D1 once, after its bytes are stored. A large upload also queries D1 before.
  const isSmall = contentLength <= SMALL_UPLOAD_BYTES;
  const before = isSmall || isVersion ? null : await requireAwaited(ctx, input.assetId, claims.userId);
  if (isVersion && !isSmall) await requireReplaced(ctx, claims);
  const objectKey = `${claims.objectKey}/${ctx.operationId}`;
  let object: StoredObject;
  try {
    object = await storeBytes(ctx.platform.bucket, objectKey, input.body, {
      length: contentLength,
      httpMetadata: { contentType: claims.contentType },
      ...(sha256 === "" ? {} : { sha256 }),
    });
  } catch (error) {
    throw notTaken(error);
  }
  try {
    if (isVersion) await adoptVersion(ctx, claims, object);
    else if (before === null) await adoptFirst(ctx, claims, object);
    else await adopt(ctx, before, claims.userId, object);
  } catch (error) {
    ctx.defer(deleteUnlessAdopted(ctx, input.assetId, objectKey));
    throw error;
  }
}

/**
 * Deletes a stored object unless an asset refers to it, because the commit may have succeeded although its
 * response was lost. If D1 is unavailable, the object stays under the asset's prefix and is deleted with the
 * asset.
 */
async function deleteUnlessAdopted(
  { db, platform }: Context,
  assetId: Id<"asset">,
  objectKey: string,
): Promise<void> {
  const { adopted } = await db.withFreshStats().read({ adopted: findAdopted(db, assetId, objectKey) });
  if (adopted.length === 0) await platform.bucket.delete(objectKey);
}

function notTaken(cause: unknown): ServiceError {
  const message = haveOtherHash(cause)
    ? "The SHA-256 differs from the announced one."
    : "The file arrived incomplete. Send it again.";
  return new ServiceError("invalid_argument", message, { cause });
}

type Stored = R2PutOptions & { readonly length: number };

async function storeBytes(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream | null,
  { length, ...options }: Stored,
): Promise<R2Object> {
  if (body === null || length <= SMALL_UPLOAD_BYTES)
    return await bucket.put(key, body ?? new Uint8Array(), options);
  return await putPieces(bucket, key, piecesOfBody(body), { length, ...options });
}

/**
 * Records the first bytes of an asset in one D1 round trip. If the asset has bytes already, calls `adopt`.
 */
async function adoptFirst(
  ctx: Context,
  { assetId, userId, objectKey: announced }: UrlClaims,
  object: StoredObject,
): Promise<void> {
  const [organizationId] = announced.split("/") as [Id<"org">, ...string[]];
  const isFirst = hasObjectKey(assetId, announced);
  try {
    await commitUpload(ctx, { id: assetId, organizationId }, userId, object, [
      { name: "first_upload", holds: isFirst },
    ]);
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    await adopt(ctx, await requireAwaited(ctx, assetId, userId), userId, object);
  }
}

/**
 * Records an upload as the content of its asset. Each upload has its own key, so a late upload cannot
 * overwrite bytes that another upload has stored.
 */
async function adopt(
  ctx: Context,
  asset: AwaitedAsset,
  userId: Id<"user">,
  object: StoredObject,
): Promise<void> {
  try {
    await commitUpload(ctx, asset, userId, object, []);
    // Before the first upload, no object exists under the key of the asset.
    const isReplaced = asset.objectKey !== objectKeys.original(asset.organizationId, asset.id);
    if (isReplaced) ctx.defer(ctx.platform.bucket.delete(asset.objectKey));
  } catch (error) {
    if (error instanceof CommitConflict)
      throw new ServiceError("failed_precondition", "This asset no longer accepts an upload.", {
        cause: error,
      });
    throw error;
  }
}

async function commitUpload(
  { db, now, operation, operationId, onCommit }: Context,
  { id, organizationId }: Pick<AwaitedAsset, "id" | "organizationId">,
  userId: Id<"user">,
  object: StoredObject,
  asserts: readonly Assertion[],
): Promise<void> {
  await commit(
    { db, now, operation, operationId, onCommit, actorId: userId },
    {
      asserts: [...uploadAsserts(id, userId), ...asserts],
      writes: [setReceived(db, id, object)],
      audit: { organizationId, targetId: id },
    },
  );
}

interface AwaitedAsset {
  readonly id: Id<"asset">;
  readonly organizationId: Id<"org">;
  /** Key of the previous upload, or of no object before the first upload. */
  readonly objectKey: string;
}

async function requireAwaited(ctx: Context, assetId: Id<"asset">, userId: Id<"user">): Promise<AwaitedAsset> {
  const { asset } = await ctx.db.read({ asset: findUpload(ctx.db, assetId, userId) });
  const found = asset[0];
  if (found === undefined || !found.mayWrite)
    throw new ServiceError("permission_denied", "You may no longer upload this file.");
  if (transition(found.state, "send") === null)
    throw new ServiceError("failed_precondition", "The file of this asset has already arrived.");
  return found;
}
