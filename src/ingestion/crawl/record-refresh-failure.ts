import { completedWith } from "../../domain/asset.ts";
import { isRenewable, stateAfter } from "../../domain/asset-lifecycle.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type AssetRow, findAssetRow } from "../../storage/d1/assets/assets.ts";
import { isPending } from "../../storage/d1/assets/versions.ts";
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
  if (asset === undefined || !isRenewable(asset)) throw new StaleRun("the asset is not this run's any more");
  if (hasRefreshedText(job, asset)) return await readAgain(writer(), asset);
  if (job.pendingVersion !== "") return await dropVersion(writer(), asset, job.pendingVersion, reason);
  const check = { pageCheckedAt: now, refreshFailure: reason };
  await db.write([recordCheck(db, asset, check)]);
  return { ...asset, ...check };
}

/** The document keeps its bytes and its text. A later upload keeps waiting. */
async function dropVersion(
  writer: ProgressWriter,
  asset: AssetRow,
  pendingVersion: string,
  reason: string,
): Promise<AssetRow> {
  const fields = { pendingVersion: "", refreshFailure: reason };
  const asserts = [{ name: "pending_as_seen", holds: isPending(asset.id, pendingVersion) } as const];
  return (await recordProgress(writer, asset, { steps: {}, fields, asserts })).asset;
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
