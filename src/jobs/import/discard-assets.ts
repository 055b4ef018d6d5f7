import type { Id } from "../../domain/ids.ts";
import type { JobContext } from "../job-context.ts";

/** Removes the stored data of assets without a D1 row from index and bucket. Idempotent. */
export async function discardAssets(
  { platform: { bucket, index }, yieldTimer }: JobContext,
  organizationId: Id<"org">,
  assetIds: readonly Id<"asset">[],
): Promise<void> {
  for (const assetId of assetIds) {
    while ((await index(organizationId, 0).purgeAsset(assetId)).left > 0) await yieldTimer.yield();
    for (let isOver = false; !isOver;) {
      const { objects, truncated } = await bucket.list({ prefix: `${organizationId}/${assetId}/` });
      if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
      isOver = !truncated;
    }
    await yieldTimer.yield();
  }
}
