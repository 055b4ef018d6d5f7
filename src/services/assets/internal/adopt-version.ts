import type { UrlClaims } from "../../../auth/url-token.ts";
import { CommitConflict } from "../../../domain/conflicts.ts";
import { ServiceError } from "../../../domain/errors.ts";
import { parsePendingVersion, type PendingVersion } from "../../../domain/pending-version.ts";
import { quotasOf } from "../../../domain/quota.ts";
import { enqueue } from "../../../jobs/enqueue.ts";
import { updateAssetRow } from "../../../storage/d1/assets/changes.ts";
import type { StoredObject } from "../../../storage/d1/assets/uploads.ts";
import { findReplacedAsset, versionAsserts } from "../../../storage/d1/assets/versions.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import { removeOutbox } from "../../../storage/d1/service/outbox.ts";
import { quotaAssertions, quotaRejection } from "../../../storage/d1/service/quotas.ts";
import type { Context } from "../../context/context.ts";

/** Uploads of the same document at once, of which the last one wins. */
const MAX_TRIES = 5;

/**
 * Records uploaded bytes as the next version of a document, in place of a file that still waits, and starts
 * to read them. The document keeps its bytes and its text until then.
 * @throws ServiceError `permission_denied`, `failed_precondition` if the document is being processed
 */
export async function adoptVersion(ctx: Context, claims: UrlClaims, object: StoredObject): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await requireReplaced(ctx, claims);
    try {
      await recordVersion(ctx, claims, object, found);
    } catch (error) {
      if (!(error instanceof CommitConflict)) throw error;
      if (attempt < MAX_TRIES) continue;
      throw new ServiceError("aborted", "Others are uploading versions of this document. Try again.", {
        cause: error,
      });
    }
    const before = parsePendingVersion(found.pendingVersion);
    if (before !== null) ctx.defer(ctx.platform.bucket.delete(before.objectKey));
    return;
  }
}

/** @throws ServiceError if the user may not replace the bytes, or not now */
export async function requireReplaced(ctx: Context, { assetId, userId }: UrlClaims) {
  const { asset } = await ctx.db.read({ asset: findReplacedAsset(ctx.db, assetId, userId) });
  const [found] = asset;
  if (found === undefined || found.mayWrite !== 1)
    throw new ServiceError("permission_denied", "You may no longer upload a version of this document.");
  if (found.accepts !== 1)
    throw new ServiceError("failed_precondition", "This document takes no new version at the moment.");
  return found;
}

async function recordVersion(
  ctx: Context,
  { userId, contentType, fileName = "" }: UrlClaims,
  object: StoredObject,
  { id, organizationId, pendingVersion }: Awaited<ReturnType<typeof requireReplaced>>,
): Promise<void> {
  const { db, now, operation, operationId, onCommit, platform } = ctx;
  const pending: PendingVersion = {
    objectKey: object.key,
    objectEtag: object.etag,
    fileSize: object.size,
    contentType,
    originalFileName: fileName,
  };
  const orders = enqueue(db, [{ kind: "refresh_asset", assetId: id }], now);
  const usage = { bytes: object.size };
  const quotas = quotasOf(ctx.config.quotas, organizationId);
  const asking = { quotas, organizationId, using: { assets: 0, ...usage, units: 1 }, now };
  const by = { db, now, operation, operationId, onCommit, actorId: userId };
  await commit(by, {
    asserts: [...versionAsserts(id, userId, pendingVersion), ...quotaAssertions(asking)],
    writes: [
      updateAssetRow(db, id, { pendingVersion: JSON.stringify(pending), refreshFailure: "" }, by),
      ...orders.statements,
    ],
    audit: { organizationId, targetId: id, usage, changes: { size: object.size } },
  }).catch(async (error: unknown) => {
    throw (await quotaRejection(db, error, asking)) ?? error;
  });
  // If the Worker stops before this call, the cron run starts the job.
  ctx.defer(
    platform
      .pipeline(id)
      .refresh({ assetId: id, waitMs: 0 })
      .then(async () => await db.withFreshStats().write([removeOutbox(db, orders.rows[0]!.id)])),
  );
}
