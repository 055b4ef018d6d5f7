import { sql } from "drizzle-orm";
import { type AssetState, type AssetStep, completedWith, parseSteps, type StepRecord, stringifySteps } from "../domain/asset.ts";
import type { AssetRow } from "../storage/d1/asset-store.ts";
import { findAssetRow } from "../storage/d1/asset-store.ts";
import { commit, CommitConflict, type Writer } from "../storage/d1/commit.ts";
import type { Statement } from "../storage/d1/database.ts";
import type { OutboxEntry } from "../storage/d1/outbox-store.ts";
import { assets } from "../storage/d1/schema/assets.ts";
import { orderProgress } from "../storage/d1/watcher-store.ts";
import { awaitsPage } from "./crawl/crawl-asset.ts";
import type { ProcessingJob } from "./processing-job.ts";
import { Superseded } from "./superseded.ts";

/** Writes what a pipeline reaches. */
export interface ProgressWriter extends Writer {
  /** Tells the rooms that wait for the asset, as the writer's batch ordered. Never rejects: what is not told now is told later. */
  readonly tell: (ordered: readonly OutboxEntry[]) => Promise<void>;
}

export interface Progress {
  /** What is recorded of steps; what is not named stays. */
  readonly steps: Partial<Record<AssetStep, Partial<StepRecord>>>;
  readonly fields?: Partial<typeof assets.$inferInsert>;
  /** Where the asset goes. */
  readonly state?: AssetState;
  /** Other rows that belong to the progress. */
  readonly statements?: readonly Statement[];
  /** Text tokens read. */
  readonly units?: number;
}

/**
 * Writes what a run has reached, and only while the asset is still this run's and in the state that it was read in.
 * @returns the asset as it is now
 * @throws Superseded
 */
export async function recordProgress(writer: ProgressWriter, asset: AssetRow, progress: Progress): Promise<AssetRow> {
  const { db, now } = writer;
  const steps = parseSteps(asset.steps);
  for (const [step, change] of Object.entries(progress.steps)) {
    steps[step as AssetStep] = { ...steps[step as AssetStep], ...change, occurredAt: now };
  }
  const moved =
    progress.state === undefined
      ? {}
      : { lifecycleState: progress.state, lifecyclesCompleted: completedWith(asset.lifecyclesCompleted, asset.lifecycleState) };
  const update = db.build
    .update(assets)
    .set({
      ...progress.fields,
      ...moved,
      steps: stringifySteps(steps),
      version: sql`${assets.version} + 1`,
      modifiedAt: now,
      modifiedBy: writer.actorId,
    })
    .where(sql`${assets.id} = ${asset.id}`);
  const isOurs = sql`EXISTS (SELECT 1 FROM assets pa WHERE pa.id = ${asset.id} AND pa.run = ${asset.run}
    AND pa.lifecycle_state = ${asset.lifecycleState})`;
  try {
    const { rows } = await commit(writer, {
      asserts: [{ name: "run_owns_asset", holds: isOurs }],
      statements: [update, ...(progress.statements ?? [])],
      event: { organizationId: asset.organizationId, targetId: asset.id, units: progress.units ?? 0 },
      reads: { asset: findAssetRow(db, asset.id), told: orderProgress(db, asset.id, now) },
    });
    await writer.tell(rows.told);
    return rows.asset[0] ?? asset;
  } catch (error) {
    throw error instanceof CommitConflict ? new Superseded(error.message) : error;
  }
}

/** Ends a run as failed, with a reason that a person understands; `detail` is for whoever runs the service. @throws Superseded */
export async function failAsset(writer: () => ProgressWriter, job: ProcessingJob, reason: string, detail: string): Promise<void> {
  const { asset: rows } = await writer().db.read({ asset: findAssetRow(writer().db, job.assetId) });
  const asset = rows[0];
  if (asset === undefined || !isUnderWay(asset) || (job.run !== null && asset.run !== job.run)) {
    throw new Superseded("the asset is not this run's any more");
  }
  const failedAt = writer().now;
  const known = parseSteps(asset.steps);
  const failure = (name: AssetStep): Partial<StepRecord> => ({
    startAt: known[name].startAt ?? failedAt,
    failedAt,
    failedReason: reason,
    statusCode: 422,
    message: reason,
  });
  const step: AssetStep = job.run === null ? "processing" : job.text === null ? "extract" : "summarize";
  await recordProgress(writer(), asset, {
    steps: { processing: failure("processing"), [step]: failure(step) },
    state: "failed",
    fields: { jobId: null, failureReason: reason, processingMessage: "", processingErrorMessage: detail.slice(0, 500) },
  });
}

function isUnderWay(asset: AssetRow): boolean {
  return asset.lifecycleState === "processing" || awaitsPage(asset);
}
