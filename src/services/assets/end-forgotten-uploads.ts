import { endOpenMultipart, findEnded, forgetMultipart, listForgotten } from "../../storage/d1/assets/multipart.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { endMultipart } from "../../storage/r2/end-multipart.ts";

/** Takes away some uploads in parts of which nothing came for a day; of completed ones the list of parts alone. May be run twice at once. */
export async function endForgottenUploads(db: Database, bucket: R2Bucket, now: Date, limit: number): Promise<void> {
  const { forgotten } = await db.read({ forgotten: listForgotten(db, now, limit) });
  for (const { assetId, uploadId, objectKey } of forgotten) {
    // From here on nobody completes it.
    await db.write([endOpenMultipart(db, assetId, uploadId)]);
    const { ended } = await db.read({ ended: findEnded(db, assetId, uploadId) });
    if (ended.length > 0) await endMultipart(bucket, { objectKey, uploadId });
    await db.write(forgetMultipart(db, assetId, uploadId));
  }
}
