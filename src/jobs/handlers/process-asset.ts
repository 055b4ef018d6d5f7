import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** Starts the asset's pipeline. */
export async function handleProcessAsset(
  { platform }: JobContext,
  { assetId }: JobOf<"process_asset">,
): Promise<null> {
  await platform.pipeline(assetId).start({ assetId });
  return null;
}
