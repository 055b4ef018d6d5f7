import { CommitConflict } from "../../domain/conflicts.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { endOpenMultipart, deleteMultipart, isMultipart } from "../../storage/d1/assets/multipart.ts";
import { mayOnAsset, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { endMultipart } from "../../storage/r2/end-multipart.ts";
import type { Context } from "../context/context.ts";
import { readMultipart } from "./internal/multipart.ts";

/**
 * Aborts a multipart upload and deletes its parts. Does nothing if no upload exists.
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` for a completed upload
 */
export async function deleteMultipartUpload(
  ctx: Context,
  { assetId }: { readonly assetId: Id<"asset"> },
): Promise<void> {
  const { db, platform } = ctx;
  const { actor, asset, upload } = await readMultipart(ctx, assetId);
  if (upload?.state === "completed")
    throw new ServiceError("failed_precondition", "This upload is complete. Delete the asset instead.");
  if (upload === null || upload.state === "ended") return;
  try {
    await commit(actor.writer, {
      asserts: [
        { name: "may_write", holds: mayOnAsset(userOf(actor.id), assetId, "write") },
        { name: "multipart_as_seen", holds: isMultipart(assetId, upload) },
      ],
      writes: [endOpenMultipart(db, assetId, upload.uploadId)],
      audit: { organizationId: asset.organizationId, targetId: assetId },
    });
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    throw new ServiceError("aborted", "The upload has changed. Read it again.", { cause: error });
  }
  const apart = db.withFreshStats();
  // If the Worker stops before this work ends, the cron run repeats it.
  ctx.defer(
    endMultipart(platform.bucket, upload).then(
      async () => await apart.write(deleteMultipart(apart, assetId, upload.uploadId)),
    ),
  );
}
