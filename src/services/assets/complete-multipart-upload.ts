import { objectKeys } from "../../domain/asset.ts";
import { requireAction } from "../../domain/authorized.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { countParts } from "../../domain/multipart.ts";
import { findAsset } from "../../storage/d1/assets/assets.ts";
import { updateAssetRow } from "../../storage/d1/assets/changes.ts";
import {
  findMultipart,
  isMultipart,
  type MultipartRow,
  setMultipartState,
} from "../../storage/d1/assets/multipart.ts";
import { receivedFields, uploadAsserts } from "../../storage/d1/assets/uploads.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { isNotFound } from "../../storage/r2/end-multipart.ts";
import type { Actor, Context } from "../context/context.ts";
import { signedAssetUrl } from "./internal/asset-urls.ts";
import type { SignedAsset } from "./create-assets.ts";
import { type FoundMultipart, readMultipart } from "./internal/multipart.ts";

/**
 * Joins all parts into one file. Afterwards the asset has the same state as after an upload in one request.
 * Idempotent.
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` if parts are missing or the
 * upload has ended
 */
export async function completeMultipartUpload(
  ctx: Context,
  { assetId }: { readonly assetId: Id<"asset"> },
): Promise<SignedAsset> {
  const found = await readMultipart(ctx, assetId);
  const { actor, asset, upload } = found;
  if (upload === null) throw notFound("multipart upload");
  if (upload.state === "ended")
    throw new ServiceError("failed_precondition", "This multipart upload has ended. Start a new one.");
  if (upload.state === "completed") return { asset, signedUrl: await signedAssetUrl(ctx, actor, asset) };
  requireAllParts(found, upload);
  return await adopt(ctx, found, upload, await joinParts(ctx, found, upload));
}

function requireAllParts({ arrived }: FoundMultipart, { size }: MultipartRow): void {
  const there = new Set(arrived.map(({ number }) => number));
  const missing = Array.from({ length: countParts(size) }, (_, at) => at + 1).filter(
    (number) => !there.has(number),
  );
  if (missing.length > 0) {
    throw new ServiceError(
      "failed_precondition",
      `Parts of this upload are missing: ${missing.length} in all, the first is number ${missing[0]}.`,
    );
  }
}

/**
 * Joins the parts. After a crash the bucket may already have joined them, so the function accepts a missing
 * upload if the object exists.
 */
async function joinParts(
  { platform: { bucket } }: Context,
  { arrived }: FoundMultipart,
  upload: MultipartRow,
): Promise<R2Object> {
  const { objectKey, uploadId, size } = upload;
  const parts = arrived.map(({ number, etag }) => ({ partNumber: number, etag }));
  try {
    await bucket.resumeMultipartUpload(objectKey, uploadId).complete(parts);
  } catch (cause) {
    if (!isNotFound(cause)) throw cause;
  }
  const object = await bucket.head(objectKey);
  if (object?.size === size) return object;
  throw new ServiceError(
    "failed_precondition",
    "A part of this upload is incomplete. Delete the upload and start a new one.",
  );
}

async function adopt(
  ctx: Context,
  { actor, asset }: FoundMultipart,
  upload: MultipartRow,
  object: R2Object,
): Promise<SignedAsset> {
  const { db, platform } = ctx;
  const { objectKey, sha256 } = upload;
  // Stores the announced hash, because the pipeline compares the file with it.
  const announced = sha256 === "" ? {} : { announcedSha256: sha256 };
  try {
    const after = await commit(actor.writer, {
      asserts: [
        ...uploadAsserts(asset.id, actor.id),
        { name: "multipart_as_seen", holds: isMultipart(asset.id, upload) },
      ],
      writes: [
        updateAssetRow(db, asset.id, { ...receivedFields(object), ...announced }, actor.writer),
        setMultipartState(db, asset.id, "completed"),
      ],
      audit: { organizationId: asset.organizationId, targetId: asset.id, changes: { size: upload.size } },
      returning: { asset: findAsset(db, userOf(actor.id), asset.id) },
    });
    const isReplaced = ![objectKey, objectKeys.original(asset.organizationId, asset.id)].includes(
      asset.objectKey,
    );
    if (isReplaced) ctx.defer(platform.bucket.delete(asset.objectKey));
    const adopted = requireAction(after.asset[0], "read", "asset");
    return { asset: adopted, signedUrl: await signedAssetUrl(ctx, actor, adopted) };
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    return await afterConflict(ctx, actor, upload, error);
  }
}

/**
 * Handles a conflict. Either a concurrent request completed the upload, or the upload was ended, so that the
 * joined object must be deleted.
 */
async function afterConflict(
  ctx: Context,
  actor: Actor,
  { assetId, uploadId, objectKey }: MultipartRow,
  cause: Error,
): Promise<SignedAsset> {
  const { db, platform } = ctx;
  const { upload, asset } = await db.read({
    upload: findMultipart(db, assetId),
    asset: findAsset(db, userOf(actor.id), assetId),
  });
  const now = upload.find((each) => each.uploadId === uploadId)?.state;
  if (now === "completed") {
    const adopted = requireAction(asset[0], "read", "asset");
    return { asset: adopted, signedUrl: await signedAssetUrl(ctx, actor, adopted) };
  }
  if (now !== "open") ctx.defer(platform.bucket.delete(objectKey));
  throw new ServiceError("aborted", "The upload has changed. Read it again.", { cause });
}
