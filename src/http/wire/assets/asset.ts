import * as z from "zod";
import { failureCodeOf } from "../../../domain/failure-code.ts";
import { failureCode } from "./failure-code.ts";
import {
  ASSET_STEPS,
  type AssetStep,
  parseArtifacts,
  parseSteps,
  parseStrings,
  type StepRecord,
} from "../../../domain/asset.ts";
import { type Embedding, embeddingOf, embeddingStep } from "../../../domain/embedding.ts";
import { etagOf } from "../../../domain/etag.ts";
import type { AssetView } from "../../../storage/d1/assets/assets.ts";
import { idBytes, nullableIdBytes, presentId } from "../identifier.ts";
import { metadata, nullableTimestamp, presentMetadata, presentMoment, timestamp } from "../values.ts";

export const assetStep = z.object({
  completedAt: nullableTimestamp,
  failedAt: nullableTimestamp,
  occurredAt: nullableTimestamp,
  startAt: nullableTimestamp,
  count: z.int(),
  failedReason: z.string(),
  message: z.string(),
  statusCode: z.int(),
  step: z.enum(ASSET_STEPS),
});

const reference = z.object({
  referenceId: idBytes,
  referencedBy: nullableIdBytes,
  referencedFor: nullableIdBytes,
  referencedAt: timestamp,
  vendor: z.string(),
  vendorIdentifier: z.string(),
});

/** The refresh of a crawled page: interval in seconds (0: off), time of the last fetch, and its error. */
const refresh = z.object({
  every: z.int(),
  checkedAt: nullableTimestamp,
  nextAt: nullableTimestamp,
  failureReason: z.string(),
  failureCode,
});

/** The full record of an asset. */
export const asset = z.object({
  chunkingStrategy: z.string(),
  extractionStrategy: z.string(),
  keywordStrategy: z.string(),
  summaryStrategy: z.string(),
  workerStrategy: z.string(),
  collectionIds: z.array(idBytes),
  contentType: z.string(),
  displayName: z.string(),
  etag: z.string(),
  failureReason: z.string(),
  failureCode,
  originalFileName: z.string(),
  processingErrMessage: z.string(),
  processingMessage: z.string(),
  signedURL: z.string(),
  sourceURL: z.string(),
  summary: z.string(),
  lifecycleState: z.enum(["uploading", "uploaded", "processing", "ready", "failed", "deleted"]),
  embeddings: z.array(
    z.object({
      model: z.string(),
      state: z.enum(["pending", "ready", "failed"]),
      percent: z.int().min(0).max(100),
    }),
  ),
  fileSize: z.int(),
  textTokens: z.int(),
  htmlArtifactTokenCount: z.int(),
  keywordsTokenCount: z.int(),
  markdownTokenCount: z.int(),
  summaryTokenCount: z.int(),
  transcriptionTokenCount: z.int(),
  version: z.int(),
  id: idBytes,
  organizationId: idBytes,
  tenantId: idBytes,
  /** The archive or message that contained the asset; null if the caller may not read it. */
  parentAssetId: nullableIdBytes,
  keywords: z.array(z.string()),
  lifecyclesCompleted: z.array(z.string()),
  producedEmbeddings: z.boolean(),
  producedHTMLArtifact: z.boolean(),
  producedKeywords: z.boolean(),
  producedMarkdownArtifact: z.boolean(),
  producedSummary: z.boolean(),
  producedTranscriptionArtifact: z.boolean(),
  references: z.array(reference),
  refresh,
  metadata: metadata.extend({
    lastReadyAt: nullableTimestamp,
    lastReferencedAt: nullableTimestamp,
    uploadedAt: nullableTimestamp,
    embeddings: assetStep,
    extract: assetStep,
    processing: assetStep,
    summarize: assetStep,
    transcribe: assetStep,
  }),
});

/**
 * @param signedUrl URL that accepts the bytes before the upload and returns them afterwards
 * @param embedder name of the current embedding model; null without one
 */
export function presentAsset(
  row: AssetView,
  signedUrl: string,
  embedder: string | null,
): z.input<typeof asset> {
  const keywords = parseStrings(row.keywords);
  const artifacts = parseArtifacts(row.artifacts);
  const embedding = embeddingOf(row, embedder);
  return {
    chunkingStrategy: row.chunkingStrategy,
    extractionStrategy: row.extractionStrategy,
    keywordStrategy: row.keywordStrategy,
    summaryStrategy: row.summaryStrategy,
    workerStrategy: row.workerStrategy,
    collectionIds: parseStrings(row.collectionIds).map(presentId),
    contentType: row.contentType,
    displayName: row.displayName,
    etag: etagOf(row.id, row.version),
    failureReason: row.failureReason,
    failureCode: failureCodeOf(row.failureReason),
    originalFileName: row.originalFileName,
    processingErrMessage: row.processingErrorMessage,
    processingMessage: row.processingMessage,
    signedURL: signedUrl,
    sourceURL: row.sourceUrl,
    summary: row.summary,
    lifecycleState: row.lifecycleState,
    embeddings:
      embedding === null
        ? []
        : [{ model: embedding.model, state: embedding.state, percent: embedding.percent }],
    fileSize: row.fileSize,
    textTokens: row.textTokens,
    keywordsTokenCount: row.keywordsTokens,
    summaryTokenCount: row.summaryTokens,
    htmlArtifactTokenCount: artifacts.html?.tokens ?? 0,
    markdownTokenCount: artifacts.markdown?.tokens ?? 0,
    transcriptionTokenCount: artifacts.transcription?.tokens ?? 0,
    version: row.version,
    id: presentId(row.id),
    organizationId: presentId(row.organizationId),
    tenantId: presentId(row.tenantId),
    parentAssetId: row.parentAssetId === null ? null : presentId(row.parentAssetId),
    keywords,
    lifecyclesCompleted: parseStrings(row.lifecyclesCompleted),
    producedKeywords: keywords.length > 0,
    producedSummary: row.summary !== "",
    producedEmbeddings: embedding?.state === "ready",
    producedHTMLArtifact: artifacts.html !== undefined,
    producedMarkdownArtifact: artifacts.markdown !== undefined,
    producedTranscriptionArtifact: artifacts.transcription !== undefined,
    references: [],
    refresh: presentRefresh(row),
    metadata: presentAssetMetadata(row, embedding),
  };
}

function presentRefresh(row: AssetView): z.input<typeof refresh> {
  return {
    every: row.refreshEvery,
    checkedAt: presentMoment(row.pageCheckedAt),
    nextAt: presentMoment(row.refreshAt),
    failureReason: row.refreshFailure,
    failureCode: failureCodeOf(row.refreshFailure),
  };
}

function presentAssetMetadata(
  row: AssetView,
  embedding: Embedding | null,
): z.input<typeof asset>["metadata"] {
  const steps = parseSteps(row.steps);
  return {
    ...presentMetadata(row),
    lastReadyAt: presentMoment(row.lastReadyAt),
    lastReferencedAt: presentMoment(row.lastReferencedAt),
    uploadedAt: presentMoment(row.uploadedAt),
    embeddings: presentStep("embeddings", embeddingStep(steps.embeddings, embedding, row)),
    extract: presentStep("extract", steps.extract),
    processing: presentStep("processing", steps.processing),
    summarize: presentStep("summarize", steps.summarize),
    transcribe: presentStep("transcribe", steps.transcribe),
  };
}

function presentStep(name: AssetStep, record: StepRecord): z.input<typeof assetStep> {
  const { startAt, completedAt, failedAt, occurredAt, count, statusCode, message, failedReason } = record;
  return {
    count,
    statusCode,
    message,
    failedReason,
    startAt: presentMoment(startAt),
    completedAt: presentMoment(completedAt),
    failedAt: presentMoment(failedAt),
    occurredAt: presentMoment(occurredAt),
    step: name,
  };
}
