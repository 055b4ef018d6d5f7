import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "../../support/api-client.ts";
import { getAsset } from "../../../scripts/demo/workspace.ts";
import type { Violation } from "./violation.ts";

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** Every file that is to be processed becomes ready by itself. */
export async function checkAssets(api: ApiClient, assetIds: Iterable<string>): Promise<Violation[]> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const found: Violation[] = [];
  for (const assetId of new Set(assetIds)) {
    let asset = await getAsset(api, assetId);
    while (asset.lifecycleState !== "ready" && asset.lifecycleState !== "failed" && Date.now() < deadline) {
      await pause(POLL_MS);
      asset = await getAsset(api, assetId);
    }
    const { lifecycleState, failureReason } = asset;
    if (lifecycleState !== "ready") found.push({ round: null, where: assetId, what: `is "${lifecycleState}" ${failureReason}` });
  }
  return found;
}
