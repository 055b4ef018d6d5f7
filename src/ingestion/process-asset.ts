import { EXTERNAL_WORK_TTL_MS } from "../domain/asset.ts";
import { matchesMediaType } from "../domain/media-type.ts";
import type { KnowledgeIndex } from "../knowledge-index/knowledge-index.ts";
import { type AssetRow, findAssetRow, keepAssetText, listHolders } from "../storage/d1/asset-store.ts";
import type { Database } from "../storage/d1/database.ts";
import { type ProgressWriter, recordProgress } from "./asset-progress.ts";
import { fingerprint, sourceBytes } from "./asset-source.ts";
import { awaitsPage, crawlAsset } from "./crawl/crawl-asset.ts";
import type { Crawler } from "./crawl/crawler.ts";
import { addressName } from "./crawl/page-names.ts";
import { ExtractionError } from "./extract/extraction-error.ts";
import { keywordsOf } from "./keywords.ts";
import type { ProcessingJob } from "./processing-job.ts";
import { readStoredText, storeText } from "./stored-text.ts";
import { summarize } from "./summarize.ts";
import { Superseded } from "./superseded.ts";
import { countTextTokens } from "./count-text-tokens.ts";

export { Superseded };

export interface PipelineDependencies {
  readonly db: Database;
  readonly bucket: R2Bucket;
  /** A writer of this moment. */
  readonly writer: () => ProgressWriter;
  readonly index: (organizationId: string, shard: number) => DurableObjectStub<KnowledgeIndex>;
  readonly crawler: Crawler;
  /** Patterns of the media types that wait for an external worker. */
  readonly externalTypes: readonly string[];
  /** Keeps what is finished. */
  readonly save: (job: ProcessingJob) => void;
}

const EXTRACTING = "Reading the text.";
const INDEXING = "Making the text searchable.";
const WAITING = "Waiting for a worker that can read this file.";
const NO_WORKER = "No worker finished this file within a day.";

/**
 * Takes an asset through what is left of its run: fetch the page, fingerprint, extract, index, summarise; or hands it to an external worker.
 * Every step may be repeated without harm.
 * @throws ExtractionError, Superseded, or whatever a store throws
 */
export async function processAsset(deps: PipelineDependencies, job: ProcessingJob): Promise<void> {
  const found = await findJobAsset(deps, job);
  const arrived = awaitsPage(found) ? await crawlAsset(deps, found) : found;
  if (arrived.lifecycleState !== "processing") return;
  if (job.run !== arrived.run) Object.assign(job, { run: arrived.run, sha256: null, text: null, isIndexed: false });
  deps.save(job);
  if (isWithWorker(deps, arrived)) return requireFreshWork(deps, arrived);
  if (job.sha256 === null) {
    job.sha256 = await fingerprint(deps.bucket, arrived);
    deps.save(job);
  }
  if (matchesMediaType(deps.externalTypes, arrived.contentType)) return await handToWorker(deps, job, arrived);
  let asset = await begin(deps, job, arrived);
  if (job.text === null) asset = await extract(deps, job, asset);
  await index(deps, job, asset);
  await summarizeText(deps, job, asset);
}

async function findJobAsset(deps: PipelineDependencies, job: ProcessingJob): Promise<AssetRow> {
  const { asset: rows } = await deps.db.read({ asset: findAssetRow(deps.db, job.assetId) });
  const asset = rows[0];
  if (asset === undefined || (asset.lifecycleState !== "processing" && !awaitsPage(asset))) {
    throw new Superseded("the asset is not being processed");
  }
  return asset;
}

function isWithWorker({ externalTypes }: PipelineDependencies, asset: AssetRow): boolean {
  const waits = asset.workerStrategy === "external" && matchesMediaType(externalTypes, asset.contentType);
  return waits || asset.jobId !== null;
}

/** The cron run asks again for what made no progress: an asset never waits for ever. @throws ExtractionError */
function requireFreshWork({ writer }: PipelineDependencies, asset: AssetRow): void {
  if (writer().now.getTime() - asset.modifiedAt.getTime() >= EXTERNAL_WORK_TTL_MS) throw new ExtractionError(NO_WORKER);
}

async function handToWorker(deps: PipelineDependencies, job: ProcessingJob, asset: AssetRow): Promise<void> {
  const startAt = deps.writer().now;
  await recordProgress(deps.writer(), asset, {
    steps: { processing: { startAt, completedAt: null, failedAt: null, failedReason: "", statusCode: 102, message: WAITING } },
    fields: { sha256: job.sha256 ?? "", workerStrategy: "external", artifacts: "{}", processingMessage: WAITING, failureReason: "" },
  });
}

async function begin(deps: PipelineDependencies, job: ProcessingJob, asset: AssetRow): Promise<AssetRow> {
  const now = new Date();
  const begun = { startAt: now, completedAt: null, failedAt: null, failedReason: "", statusCode: 102, count: job.attempts };
  const steps =
    job.text === null ? { processing: begun, extract: { ...begun, message: EXTRACTING } } : { processing: { ...begun, message: INDEXING } };
  return await recordProgress(deps.writer(), asset, {
    steps,
    fields: { processingMessage: EXTRACTING, failureReason: "", processingErrorMessage: "" },
  });
}

async function extract(deps: PipelineDependencies, job: ProcessingJob, asset: AssetRow): Promise<AssetRow> {
  const source = await sourceBytes(deps.bucket, asset);
  const stored = await storeText(deps.bucket, asset, source);
  const tokens = countTextTokens(stored.extracted.text);
  const { version, textKey, chunksKey } = stored;
  const { title, strategy } = stored.extracted;
  const now = new Date();
  const named = title !== "" && asset.sourceUrl !== "" && asset.displayName === addressName(asset.sourceUrl);
  const after = await recordProgress(deps.writer(), asset, {
    steps: {
      extract: { completedAt: now, statusCode: 200, message: "" },
      summarize: { startAt: now, completedAt: null, statusCode: 102, count: job.attempts },
    },
    fields: {
      sha256: job.sha256 ?? "",
      ...(named ? { displayName: addressName(title) } : {}),
      textVersion: version,
      textTokens: tokens,
      extractionStrategy: strategy,
      chunkingStrategy: "paragraphs",
      workerStrategy: "built-in",
      processingMessage: INDEXING,
    },
    statements: [keepAssetText(deps.db, { assetId: asset.id, version, textKey, chunksKey, createdAt: now })],
    units: tokens,
  });
  job.text = { version, textKey, chunksKey, title, strategy, tokens };
  deps.save(job);
  return after;
}

async function index(deps: PipelineDependencies, job: ProcessingJob, asset: AssetRow): Promise<void> {
  if (job.isIndexed || job.text === null) return;
  const { holders } = await deps.db.read({ holders: listHolders(deps.db, asset.id) });
  const collectionIds = holders.map((holder) => holder.collectionId);
  const { version, textKey, chunksKey } = job.text;
  const input = { assetId: asset.id, run: asset.run, version, displayName: asset.displayName, collectionIds, textKey, chunksKey };
  const { outcome } = await deps.index(asset.organizationId, asset.shard).replaceAsset(input);
  if (outcome === "older_run") throw new Superseded("a later run is in the index");
  job.isIndexed = true;
  deps.save(job);
}

async function summarizeText(deps: PipelineDependencies, job: ProcessingJob, asset: AssetRow): Promise<void> {
  if (job.text === null) return;
  const text = await readStoredText(deps.bucket, job.text.textKey);
  const keywords = keywordsOf(text, job.text.title);
  const summary = summarize(text);
  const now = new Date();
  await recordProgress(deps.writer(), asset, {
    steps: { summarize: { completedAt: now, statusCode: 200 }, processing: { completedAt: now, statusCode: 200, message: "" } },
    state: "ready",
    fields: {
      keywords: JSON.stringify(keywords),
      keywordsTokens: countTextTokens(keywords.join(" ")),
      summary,
      summaryTokens: countTextTokens(summary),
      keywordStrategy: "statistical",
      summaryStrategy: "extractive",
      processingMessage: "",
      lastReadyAt: now,
    },
  });
}
