import { EXTERNAL_PROCESSING_TTL_MS } from "../domain/asset.ts";
import { awaitsPage, isRenewable } from "../domain/asset-lifecycle.ts";
import { parsePendingVersion } from "../domain/pending-version.ts";
import { matchesMediaType, UNSUPPORTED } from "../domain/media-type.ts";
import { type AssetRow, findAssetRow, selectHolders } from "../storage/d1/assets/assets.ts";
import type { AssetWithCollections } from "./api.ts";
import { type Progress, recordProgress } from "./record-progress.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import type { Changes, ProcessingMode, PipelineRun, Stage } from "./pipeline-run.ts";
import type { PipelineDependencies } from "./pipeline-dependencies.ts";
import { hasRefreshedText, type ProcessingJob } from "./processing-job.ts";
import { startedProgress, mergedProgress } from "./progress-fields.ts";
import { MAX_PARSED_BYTES } from "./extract/file-types.ts";
import { isSmall } from "./small-document.ts";
import { indexText } from "./stages/index-text.ts";
import { STAGES } from "./stages/stages.ts";
import { LOOKING, RECORDING, StageClock, withinDeadline } from "./stage-clock.ts";
import { StaleRun } from "./stale-run.ts";

export { StaleRun };

const NO_WORKER =
  "No processor finished this file within a day. Save it as PDF, DOCX or text, and upload that.";

/**
 * Runs the remaining stages of an asset. Every stage is idempotent and has a deadline.
 * @param handed the asset as its caller has just written it, which saves a read of D1; later writes assert
 * its state
 * @returns the run at its end
 * @throws ExtractionError, StaleRun, or any storage error
 */
export async function runStages(
  deps: PipelineDependencies,
  job: ProcessingJob,
  handed: AssetWithCollections | null,
): Promise<PipelineRun> {
  const found = handed ?? (await withinDeadline(LOOKING, async () => await findJobAsset(deps, job)));
  const run = newRun(deps, job, found);
  await walk(run);
  return run;
}

/**
 * Runs the stages of a small file up to the index. Keeps the progress pending.
 * @returns the run; null if the file needs another mode
 * @throws the same errors as `runStages`
 */
export async function readInMemory(
  deps: PipelineDependencies,
  job: ProcessingJob,
  found: AssetWithCollections,
): Promise<PipelineRun | null> {
  const run = newRun(deps, job, found);
  for (const stage of STAGES) {
    if (run.mode !== "in_memory") return null;
    if (stage === indexText) return run;
    if (stage.modes.includes("in_memory")) await take(run, stage);
  }
  return null;
}

function newRun(deps: PipelineDependencies, job: ProcessingJob, found: AssetWithCollections): PipelineRun {
  const begun = {
    source: null,
    document: null,
    pending: null,
    isStarted: false,
    indexedIn: null,
    indexedAs: null,
    refreshed: null,
    clock: new StageClock(),
  };
  const run: PipelineRun = {
    deps,
    job,
    asset: found.asset,
    collectionIds: found.collectionIds,
    mode: "fetch",
    ...begun,
  };
  enterMode(run);
  return run;
}

/**
 * Runs the stages of the current mode. If a stage changes the mode, continues with those stages of the new
 * mode that the job has not finished.
 */
async function walk(run: PipelineRun): Promise<void> {
  const { mode } = run;
  for (const stage of STAGES) {
    if (!stage.modes.includes(mode) || stage.isDone?.(run.job) === true) continue;
    await take(run, stage);
    if (run.mode !== mode) return await walk(run);
  }
}

async function take(run: PipelineRun, stage: Stage): Promise<void> {
  if (stage.shows !== undefined && !run.isStarted) {
    run.isStarted = true;
    const progress = startedProgress(run.job, stage.shows);
    await withinDeadline(RECORDING, async () => await record(run, progress));
  }
  const { fileSize, pendingVersion } = run.asset;
  const isLong = Math.max(fileSize, parsePendingVersion(pendingVersion)?.fileSize ?? 0) > MAX_PARSED_BYTES;
  const changes = await run.clock.within(
    (isLong ? stage.longDeadline : undefined) ?? stage.deadline,
    async () => {
      const done = await stage.run(run, run.asset);
      if (done.progress !== undefined) await record(run, done.progress);
      return done;
    },
  );
  keep(run, changes);
}

/** Records progress. For a file in memory, all progress waits until the end. */
async function record(run: PipelineRun, progress: Progress): Promise<void> {
  const all = mergedProgress(run.pending, progress);
  if (run.mode === "in_memory" && all.ends === undefined) {
    run.pending = all;
    run.asset = { ...run.asset, displayName: all.fields?.displayName ?? run.asset.displayName };
    return;
  }
  const { asset, collectionIds } = await recordProgress(run.deps.writer(), run.asset, all);
  Object.assign(run, { asset, collectionIds, pending: null });
}

function keep(run: PipelineRun, { kept, arrived, mode }: Changes): void {
  const { deps, job } = run;
  Object.assign(job, kept);
  if (arrived !== undefined) {
    run.asset = arrived;
    enterMode(run);
  }
  if (mode !== undefined)
    Object.assign(run, { mode, source: null, document: null, pending: null, isStarted: false });
  const isKept = kept !== undefined || mode !== undefined;
  if (isKept && run.mode !== "in_memory" && run.mode !== "done") deps.save(job);
}

function enterMode(run: PipelineRun): void {
  const { deps, job, asset } = run;
  const isArrived = !awaitsPage(asset) && asset.lifecycleState === "processing";
  const isOther = job.run !== asset.run || job.refreshes;
  if (isArrived && isOther)
    Object.assign(job, {
      run: asset.run,
      sha256: null,
      text: null,
      isIndexed: false,
      isUnpacked: false,
      note: "",
      refreshes: false,
      pendingVersion: "",
    });
  run.mode = modeOf(run);
  if (run.mode === "reindex") run.isStarted = true;
  if (run.mode === "delegated" || run.mode === "staged") deps.save(job);
}

/** @throws ExtractionError */
function modeOf({ deps, job, asset }: PipelineRun): ProcessingMode {
  if (awaitsPage(asset)) return "fetch";
  if (job.refreshes && isRenewable(asset)) return hasRefreshedText(job, asset) ? "reindex" : "refresh";
  if (asset.lifecycleState !== "processing") return "done";
  const isForWorker = matchesMediaType(deps.externalTypes, asset.contentType);
  const mayWait = isForWorker || deps.externalTypes.includes(UNSUPPORTED);
  if (asset.jobId !== null || (mayWait && asset.workerStrategy === "external")) {
    requireFreshWork(deps, asset);
    return "done";
  }
  if (isForWorker) return "delegated";
  return job.text === null && isSmall(asset) ? "in_memory" : "staged";
}

/**
 * Fails an asset that has waited longer than `EXTERNAL_PROCESSING_TTL_MS` for an external processor. The cron
 * run restarts stalled assets, so no asset waits for ever.
 * @throws ExtractionError
 */
function requireFreshWork({ writer }: PipelineDependencies, { modifiedAt }: AssetRow): void {
  if (writer().now.getTime() - modifiedAt.getTime() >= EXTERNAL_PROCESSING_TTL_MS)
    throw new ExtractionError(NO_WORKER);
}

async function findJobAsset(
  { db }: PipelineDependencies,
  { assetId, refreshes }: ProcessingJob,
): Promise<AssetWithCollections> {
  const { asset: rows, holders } = await db.read({
    asset: findAssetRow(db, assetId),
    holders: selectHolders(db, assetId),
  });
  const asset = rows[0];
  if (
    asset === undefined ||
    !(asset.lifecycleState === "processing" || awaitsPage(asset) || (refreshes && isRenewable(asset)))
  ) {
    throw new StaleRun("the asset is not being processed");
  }
  return { asset, collectionIds: holders.map((holder) => holder.collectionId) };
}
