import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { ApiClient } from "../../support/http/api-client.ts";
import { getAsset } from "../../../scripts/demo/workspace.ts";
import type { Violation } from "./violation.ts";

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** Every file with requested processing becomes ready without further requests. */
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
    if (lifecycleState !== "ready")
      found.push({ round: null, where: assetId, what: `is "${lifecycleState}" ${failureReason}` });
  }
  return found;
}

/**
 * After a crash the cron run takes up a bulk, whose jobs are due after a minute and retried after another.
 */
const BULK_TIMEOUT_MS = 240_000;

/**
 * Texts announced in one bulk are ready and each is found once. Unreadable ones have failed with a reason.
 */
export async function checkBulkTexts(
  api: ApiClient,
  texts: ReadonlyMap<string, string>,
): Promise<Violation[]> {
  const deadline = Date.now() + BULK_TIMEOUT_MS;
  const found: Violation[] = [];
  for (const [assetId, word] of texts) {
    let asset = await getAsset(api, assetId);
    while (asset.lifecycleState !== "ready" && asset.lifecycleState !== "failed" && Date.now() < deadline) {
      await pause(POLL_MS);
      asset = await getAsset(api, assetId);
    }
    const { lifecycleState, failureReason } = asset;
    const isAsExpected =
      word === "" ? lifecycleState === "failed" && failureReason !== "" : lifecycleState === "ready";
    if (!isAsExpected)
      found.push({
        round: null,
        where: assetId,
        what: `of a bulk: is "${lifecycleState}" "${failureReason}"`,
      });
    else if (word !== "") {
      const times = await countHits(api, assetId, word);
      if (times !== 1)
        found.push({ round: null, where: assetId, what: `of a bulk: "${word}" is found ${times} times` });
    }
  }
  return found;
}

const hits = z.object({ passages: z.array(z.object({ assetId: z.string(), text: z.string() })) });

/** Counts the passages of the asset that contain the word. */
async function countHits(api: ApiClient, assetId: string, word: string): Promise<number> {
  const { passages } = await api.data(hits, "POST", "/v1/search", { query: word, assetIds: [assetId] });
  return passages.filter((passage) => passage.assetId === assetId && passage.text.includes(word)).length;
}
