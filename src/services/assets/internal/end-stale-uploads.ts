import {
  endOpenMultipart,
  findEnded,
  deleteMultipart,
  selectStaleMultiparts,
} from "../../../storage/d1/assets/multipart.ts";
import type { Database } from "../../../storage/d1/core/database.ts";
import { endMultipart } from "../../../storage/r2/end-multipart.ts";

/**
 * Ends at most `limit` multipart uploads that received no part for a day. Of completed uploads, deletes only
 * the list of parts. Can run twice at the same time.
 */
export async function endStaleUploads(
  db: Database,
  bucket: R2Bucket,
  now: Date,
  limit: number,
): Promise<void> {
  const { forgotten } = await db.read({ forgotten: selectStaleMultiparts(db, now, limit) });
  for (const { assetId, uploadId, objectKey } of forgotten) {
    // After this write, no request can complete the upload.
    await db.write([endOpenMultipart(db, assetId, uploadId)]);
    const { ended } = await db.read({ ended: findEnded(db, assetId, uploadId) });
    if (ended.length > 0) await endMultipart(bucket, { objectKey, uploadId });
    await db.write(deleteMultipart(db, assetId, uploadId));
  }
}
