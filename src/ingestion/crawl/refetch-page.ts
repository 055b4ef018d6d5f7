import { completedWith, objectKeys } from "../../domain/asset.ts";
import { stateAfter } from "../../domain/asset-lifecycle.ts";
import { ExtractionError } from "../../domain/extraction-error.ts";
import { matchesMediaType } from "../../domain/media-type.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import type { AssetFields } from "../../storage/d1/assets/changes.ts";
import { checkedFields, recordCheck } from "../../storage/d1/assets/page-refreshes.ts";
import { digestOf, piecesOfBytes } from "../../storage/r2/pieces.ts";
import { parseValidators } from "../../domain/page-refresh.ts";
import { keepText } from "../keep-text.ts";
import { type Progress, recordProgress } from "../record-progress.ts";
import type { Changes, PipelineRun } from "../pipeline-run.ts";
import { readyFields, textFields } from "../progress-fields.ts";
import { storeExtraction } from "../store-extraction.ts";
import { NOT_HERE, storePage } from "./crawl-asset.ts";
import { type FetchedPage, NOT_MODIFIED } from "../extraction/fetched-page.ts";

/**
 * Fetches a page again. If bytes or text are unchanged, records only the check. Otherwise the asset gets the
 * new text in one commit and stays ready throughout. An asset that has no text or belongs to an external
 * processor is processed again with the new bytes.
 * @throws ExtractionError if the page cannot be fetched or read, and the asset is unchanged; SandboxBusy,
 * StaleRun
 */
export async function refetchPage(run: PipelineRun, asset: AssetRow): Promise<Changes> {
  const { deps } = run;
  const page = await fetchAgain(run, asset);
  if (page === NOT_MODIFIED)
    return await unchanged(run, asset, { pageCheckedAt: deps.writer().now, refreshFailure: "" });
  const sha256 = await digestOf(piecesOfBytes(page.bytes));
  if (sha256 === asset.sha256)
    return await unchanged(run, asset, checkedFields(page.validators, deps.writer().now));
  const isForWorker = matchesMediaType(deps.externalTypes, page.contentType);
  const keepsText = asset.lifecycleState === "ready" && asset.textVersion !== "" && !isForWorker;
  return keepsText ? await replaceText(run, asset, page, sha256) : await beginOver(run, asset, page);
}

async function fetchAgain(
  { deps: { addresses, sandbox, externalTypes }, clock }: PipelineRun,
  asset: AssetRow,
) {
  if (addresses === null) throw new ExtractionError(NOT_HERE);
  const known = parseValidators(asset.pageValidators);
  return await sandbox.fetchPage(
    { address: asset.sourceUrl, ...addresses, externalTypes, known, links: null, pauseMs: 0 },
    asset.organizationId,
    clock,
  );
}

type Check = Parameters<typeof recordCheck>[2];

async function unchanged(run: PipelineRun, asset: AssetRow, check: Check): Promise<Changes> {
  const { db } = run.deps;
  await db.write([recordCheck(db, asset, check)]);
  run.asset = { ...asset, ...check };
  run.refreshed = "unchanged";
  return { mode: "done" };
}

async function replaceText(
  run: PipelineRun,
  asset: AssetRow,
  page: FetchedPage,
  sha256: string,
): Promise<Changes> {
  const { deps, job } = run;
  const { bytes, contentType, fileName: originalFileName } = page;
  const reading = await deps.sandbox.read(
    { bytes, contentType, originalFileName },
    asset.organizationId,
    run.clock,
  );
  const stored = await storeExtraction(deps.bucket, asset, reading);
  if (stored.version === asset.textVersion)
    return await unchanged(run, asset, checkedFields(page.validators, deps.writer().now));
  const { version, textKey, chunksKey, keywords, summary } = stored;
  // Saved before the commit, so that after a crash the index still gets the text.
  const text = { version, textKey, chunksKey, keywords: [...keywords], summary };
  Object.assign(job, { run: asset.run + 1, sha256, text, isIndexed: false });
  deps.save(job);
  return await adopt(run, asset, page, (now) => ({
    steps: { processing: ended(now), extract: ended(now), summarize: ended(now) },
    fields: {
      ...textFields(asset, sha256, stored),
      ...readyFields(stored, now),
      run: asset.run + 1,
      lifecycleState: stateAfter("ready", "renew"),
    },
    statements: [keepText(run, asset, stored, now)],
    units: stored.tokens,
  }));
}

async function beginOver(run: PipelineRun, asset: AssetRow, page: FetchedPage): Promise<Changes> {
  const { lifecycleState: from } = asset;
  const lifecycleState = stateAfter(from, from === "ready" ? "redo" : "renew");
  const starts = lifecycleState === "processing";
  const begun = {
    run: asset.run + 1,
    lifecyclesCompleted: completedWith(asset.lifecyclesCompleted, from),
    jobId: null,
    workerStrategy: "",
  };
  const fields = { lifecycleState, ...(starts ? begun : {}), failureReason: "" };
  const changes = await adopt(run, asset, page, () => ({ steps: {}, fields }));
  return starts ? changes : { mode: "done" };
}

/**
 * Makes the fetched bytes the asset's original in the same commit as the progress, then deletes the old
 * bytes.
 */
async function adopt(
  run: PipelineRun,
  asset: AssetRow,
  page: FetchedPage,
  progressAt: (now: Date) => Progress,
): Promise<Changes> {
  const { deps, job } = run;
  const { bucket } = deps;
  const objectKey = `${objectKeys.original(asset.organizationId, asset.id)}/${job.operationId}`;
  const object = await storePage(bucket, objectKey, page);
  const writer = deps.writer();
  const progress = progressAt(writer.now);
  const fields = {
    ...progress.fields,
    ...originalOf(page, objectKey, object),
    ...checkedFields(page.validators, writer.now),
  };
  const recorded = await recordProgress(writer, asset, { ...progress, fields, bytes: object.size });
  if (asset.objectKey !== objectKey) await bucket.delete(asset.objectKey).catch(() => undefined);
  Object.assign(run, { asset: recorded.asset, collectionIds: recorded.collectionIds, refreshed: "changed" });
  return { arrived: recorded.asset };
}

function originalOf(page: FetchedPage, objectKey: string, { etag, size }: R2Object): AssetFields {
  return {
    objectKey,
    objectEtag: etag,
    fileSize: size,
    contentType: page.contentType,
    originalFileName: page.fileName,
  };
}

function ended(now: Date) {
  return { startAt: now, completedAt: now, failedAt: null, failedReason: "", statusCode: 200, message: "" };
}
