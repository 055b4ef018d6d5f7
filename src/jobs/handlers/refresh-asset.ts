import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** The asset's pipeline fetches its page again, and is not waited for. */
export async function refreshAsset({ platform }: JobContext, { assetId }: JobOf<"refresh_asset">): Promise<null> {
  await platform.pipeline(assetId).refresh({ assetId, waitMs: 0 });
  return null;
}
