import { completedWith } from "../domain/asset.ts";
import { stateAfter } from "../domain/asset-lifecycle.ts";
import { ExtractionError } from "../domain/extraction-error.ts";
import { matchesMediaType } from "../domain/media-type.ts";
import { parsePendingVersion } from "../domain/pending-version.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import { isPending } from "../storage/d1/assets/versions.ts";
import { cancelExtraction } from "./extraction/extraction-stream.ts";
import { keepText } from "./keep-text.ts";
import type { Changes, PipelineRun } from "./pipeline-run.ts";
import { readyFields, textFields } from "./progress-fields.ts";
import { type Progress, recordProgress } from "./record-progress.ts";
import { hashSource } from "./source-bytes.ts";
import { extractStored } from "./stages/extract.ts";
import { storeExtraction } from "./store-extraction.ts";

const HAS_FILES =
  "A new version cannot be an archive or a message with attachments. Upload it as a document of its own.";

/**
 * Replaces the bytes of a document by the uploaded version, with its text, in one commit. A document without
 * a text, and a file for an external processor, are processed again with the new bytes.
 * @throws ExtractionError if the version cannot be read, and the document is unchanged; SandboxBusy, StaleRun
 */
export async function replaceBytes(run: PipelineRun, asset: AssetRow): Promise<Changes> {
  const { deps, job } = run;
  const { pendingVersion } = asset;
  const pending = parsePendingVersion(pendingVersion);
  if (pending === null) return { mode: "done" };
  // Saved first, so that a failure is recorded for this version and not for a later upload.
  job.pendingVersion = pendingVersion;
  deps.save(job);
  const candidate: AssetRow = { ...asset, ...pending };
  const sha256 = await hashSource(deps.bucket, candidate);
  const isForWorker = matchesMediaType(deps.externalTypes, pending.contentType);
  const keepsText = asset.lifecycleState === "ready" && asset.textVersion !== "" && !isForWorker;
  const adopted = {
    ...pending,
    pendingVersion: "",
    refreshFailure: "",
    // The announcement was for the first bytes.
    announcedSize: null,
    announcedSha256: "",
    uploadedAt: deps.writer().now,
    run: asset.run + 1,
  };
  return keepsText
    ? await withText(run, asset, adopted, { candidate, sha256 })
    : await beginOver(run, asset, adopted);
}

type Adopted = NonNullable<Progress["fields"]>;

async function withText(
  run: PipelineRun,
  asset: AssetRow,
  adopted: Adopted,
  { candidate, sha256 }: { readonly candidate: AssetRow; readonly sha256: string },
): Promise<Changes> {
  const { deps, job } = run;
  const reading = await extractStored(run, candidate);
  if (reading.entryCount > 0) {
    await cancelExtraction(reading);
    throw new ExtractionError(HAS_FILES);
  }
  const stored = await storeExtraction(deps.bucket, asset, reading);
  const { version, textKey, chunksKey, keywords, summary } = stored;
  // Saved before the commit, so that after a crash the index still gets the text.
  const text = { version, textKey, chunksKey, keywords: [...keywords], summary, entryCount: 0, note: "" };
  Object.assign(job, { run: asset.run + 1, sha256, text, isIndexed: false });
  deps.save(job);
  const { now } = deps.writer();
  return await record(run, asset, {
    steps: {},
    fields: {
      ...adopted,
      ...textFields(asset, sha256, stored),
      ...readyFields(stored, now),
      lifecycleState: stateAfter("ready", "renew"),
    },
    statements: [keepText(run, asset, stored, now)],
    units: stored.tokens,
  });
}

async function beginOver(run: PipelineRun, asset: AssetRow, adopted: Adopted): Promise<Changes> {
  const { lifecycleState: from, lifecyclesCompleted } = asset;
  const fields = {
    ...adopted,
    lifecycleState: stateAfter(from, "redo"),
    lifecyclesCompleted: completedWith(lifecyclesCompleted, from),
    jobId: null,
    workerStrategy: "",
    failureReason: "",
  };
  return await record(run, asset, { steps: {}, fields });
}

/** Records the new bytes if no later upload has replaced them, then deletes the old ones. */
async function record(run: PipelineRun, asset: AssetRow, progress: Progress): Promise<Changes> {
  const { deps } = run;
  const asserts = [{ name: "pending_as_seen", holds: isPending(asset.id, asset.pendingVersion) } as const];
  const recorded = await recordProgress(deps.writer(), asset, { ...progress, asserts });
  await deps.bucket.delete(asset.objectKey).catch(() => undefined);
  Object.assign(run, { asset: recorded.asset, collectionIds: recorded.collectionIds, refreshed: "changed" });
  return { arrived: recorded.asset };
}
