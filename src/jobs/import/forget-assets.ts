import type { Id } from "../../domain/ids.ts";
import type { JobContext } from "../job-context.ts";

/** Whatever run comes later is refused. */
const EVERY_RUN = Number.MAX_SAFE_INTEGER;

/** Takes what was stored for assets of which no row tells out of the index and the bucket. Harmless when said again. */
export async function forgetAssets(
  { platform: { bucket, index }, turns }: JobContext,
  organizationId: Id<"org">,
  assetIds: readonly Id<"asset">[],
): Promise<void> {
  for (const assetId of assetIds) {
    await index(organizationId, 0).removeAsset({ assetId, run: EVERY_RUN });
    for (let isOver = false; !isOver;) {
      const { objects, truncated } = await bucket.list({ prefix: `${organizationId}/${assetId}/` });
      if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
      isOver = !truncated;
    }
    await turns.give();
  }
}
