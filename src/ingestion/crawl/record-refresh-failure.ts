import { completedWith } from "../../domain/asset.ts";
import { isPageFetched, stateAfter } from "../../domain/asset-lifecycle.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type AssetRow, findAssetRow } from "../../storage/d1/assets/assets.ts";
import { recordCheck } from "../../storage/d1/assets/page-refreshes.ts";
import { type ProgressWriter, recordProgress } from "../record-progress.ts";
import { hasRefreshedText, type ProcessingJob } from "../processing-job.ts";
import { StaleRun } from "../stale-run.ts";

/**
 * Ends a failed refresh: the asset keeps its text and records the reason. If the asset already has its new
 * text but indexing failed, the pipeline processes it again from its bytes.
 * @returns the updated asset
 * @throws StaleRun
 */
export async function recordRefreshFailure(
  writer: () => ProgressWriter,
  job: ProcessingJob,
  reason: string,
): Promise<AssetRow> {
  const { db, now } = writer();
  const { asset: rows } = await db.read({ asset: findAssetRow(db, job.assetId) });
  const asset = rows[0];
  if (asset === undefined || !isPageFetched(asset)) throw new StaleRun("the page is not this run's any more");
  if (hasRefreshedText(job, asset)) return await readAgain(writer(), asset);
  const check = { pageCheckedAt: now, refreshFailure: reason };
  await db.write([recordCheck(db, asset, check)]);
  return { ...asset, ...check };
}

async function readAgain(writer: ProgressWriter, asset: AssetRow): Promise<AssetRow> {
  const { lifecycleState: from, lifecyclesCompleted, id: assetId, run } = asset;
  const orders = enqueue(writer.db, [{ kind: "process_asset", assetId }], writer.now);
  const fields = {
    lifecycleState: stateAfter(from, "redo"),
    lifecyclesCompleted: completedWith(lifecyclesCompleted, from),
    run: run + 1,
  };
  return (await recordProgress(writer, asset, { steps: {}, fields, statements: orders.statements })).asset;
}
