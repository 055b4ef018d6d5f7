import { objectKeys } from "../../domain/asset.ts";
import { transition } from "../../domain/asset-lifecycle.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { MULTIPART_TTL_MS } from "../../domain/multipart.ts";
import {
  insertMultipart,
  findMultipart,
  isNoOtherMultipart,
  selectParts,
  type MultipartRow,
} from "../../storage/d1/assets/multipart.ts";
import { uploadAsserts } from "../../storage/d1/assets/uploads.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { endMultipart } from "../../storage/r2/end-multipart.ts";
import type { Context } from "../context/context.ts";
import {
  type FoundMultipart,
  type Multipart,
  presentMultipart,
  readMultipart,
} from "./internal/multipart.ts";

export interface CreateMultipartInput {
  readonly assetId: Id<"asset">;
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Announced SHA-256 in lower-case hexadecimal. Empty if unknown. */
  readonly sha256: string;
}

/**
 * Starts a multipart upload. If an upload of the same bytes is in progress, returns that upload, so that the
 * client can resume it.
 * @throws ServiceError `not_found`, `permission_denied`
 * @throws ServiceError `failed_precondition` if the asset expects no bytes, or another upload is in progress
 * @throws ServiceError `invalid_argument` if the size or hash differs from the announced value
 */
export async function createMultipartUpload(ctx: Context, input: CreateMultipartInput): Promise<Multipart> {
  const found = await readMultipart(ctx, input.assetId);
  const { asset, upload } = found;
  if (transition(asset.lifecycleState, "send") === null) {
    throw new ServiceError("failed_precondition", "The file of this asset has already arrived.");
  }
  requireAnnounced(found, input);
  if (upload?.state === "open" && upload.expiresAt > ctx.now) {
    if (upload.size === input.size && upload.sha256 === input.sha256)
      return await presentMultipart(ctx, found);
    throw new ServiceError(
      "failed_precondition",
      "Another multipart upload of this asset is in progress. Delete it first.",
    );
  }
  return await begin(ctx, found, input);
}

function requireAnnounced({ asset }: FoundMultipart, { size, sha256 }: CreateMultipartInput): void {
  const isOtherSize = asset.announcedSize !== null && asset.announcedSize !== size;
  const isOtherHash = asset.announcedSha256 !== "" && sha256 !== "" && asset.announcedSha256 !== sha256;
  if (isOtherSize || isOtherHash)
    throw new ServiceError("invalid_argument", "The asset was announced with another size or SHA-256.");
}

async function begin(
  ctx: Context,
  found: FoundMultipart,
  { size, sha256 }: CreateMultipartInput,
): Promise<Multipart> {
  const { db, platform, now, operationId } = ctx;
  const { actor, asset, upload: before } = found;
  const isOver = before !== null && before.state !== "completed";
  if (isOver) await endMultipart(platform.bucket, before);
  const objectKey = `${objectKeys.original(asset.organizationId, asset.id)}/${operationId}`;
  const { uploadId } = await platform.bucket.createMultipartUpload(objectKey, {
    httpMetadata: { contentType: asset.contentType },
  });
  const expiresAt = new Date(now.getTime() + MULTIPART_TTL_MS);
  const row: MultipartRow = {
    assetId: asset.id,
    uploadId,
    objectKey,
    size,
    sha256,
    state: "open",
    expiresAt,
  };
  try {
    const rows = await commit(actor.writer, {
      asserts: [
        ...uploadAsserts(asset.id, actor.id),
        { name: "multipart_as_seen", holds: isNoOtherMultipart(asset.id, before) },
      ],
      writes: insertMultipart(db, row),
      audit: { organizationId: asset.organizationId, targetId: asset.id, changes: { size } },
      returning: { upload: findMultipart(db, asset.id), arrived: selectParts(db, asset.id) },
    });
    return await presentMultipart(ctx, {
      actor,
      asset,
      upload: rows.upload[0] ?? null,
      arrived: rows.arrived,
    });
  } catch (error) {
    ctx.defer(endMultipart(platform.bucket, row));
    if (!(error instanceof CommitConflict)) throw error;
    throw new ServiceError("aborted", "Another request has just started this upload. Try again.", {
      cause: error,
    });
  }
}
