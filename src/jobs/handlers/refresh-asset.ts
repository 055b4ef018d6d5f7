import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** Requests a refresh of the page from the asset's pipeline, without waiting for the result. */
export async function handleRefreshAsset(
  { platform }: JobContext,
  { assetId }: JobOf<"refresh_asset">,
): Promise<null> {
  await platform.pipeline(assetId).refresh({ assetId, waitMs: 0 });
  return null;
}
