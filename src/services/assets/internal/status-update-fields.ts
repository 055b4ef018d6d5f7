import { type AssetStep, completedWith } from "../../../domain/asset.ts";
import { stateAfter } from "../../../domain/asset-lifecycle.ts";
import type { Id } from "../../../domain/ids.ts";
import { failureReasonOf, type RecordedUpdate, type UpdateStatus } from "../../../domain/processor-update.ts";
import { type AcceptedText, SUPPLIED_STRATEGY } from "../../../ingestion/accept-artifact.ts";
import { countTextTokens } from "../../../text/count-text-tokens.ts";
import type { AssetView } from "../../../storage/d1/assets/assets.ts";
import type { AssetFields } from "../../../storage/d1/assets/changes.ts";

export interface UpdateAssetStatusInput {
  readonly assetId: Id<"asset">;
  readonly jobId: Id<"job">;
  readonly step: AssetStep;
  readonly status: UpdateStatus;
  /** Status of the step, as an HTTP status code. */
  readonly statusCode: number;
  readonly message: string;
  /**
   * Values that the processor determined. Empty strings, empty lists and 0 leave the stored value unchanged.
   */
  readonly displayName: string;
  readonly keywords: readonly string[];
  readonly summary: string;
  readonly textTokens: number;
}

const NO_TEXT_SUMMARY = "The processor sent no text. Search finds this file by its name and its summary.";
const NO_TEXT = "The processor sent no text. Search finds this file by its name.";

interface RecordedInput {
  readonly asset: AssetView;
  readonly input: UpdateAssetStatusInput;
  readonly verdict: RecordedUpdate;
  /** Text that the processor delivered. Null without a text, or before the job has ended. */
  readonly text: AcceptedText | null;
  readonly now: Date;
}

/** Returns the columns that an update changes, except the steps. */
export function statusUpdateFields({ asset, input, verdict, text, now }: RecordedInput): AssetFields {
  return {
    ...(verdict.startsJob ? startFields(asset) : {}),
    ...(text === null ? {} : textFields(asset, text)),
    ...reportedFields(input),
    ...(verdict.ends === null
      ? { processingMessage: input.message }
      : endFields(asset, input, verdict.ends, now)),
    ...(text?.origin === "supplied"
      ? { processingMessage: (input.summary || asset.summary).trim() === "" ? NO_TEXT : NO_TEXT_SUMMARY }
      : {}),
  };
}

/**
 * Returns the columns that the start of a job changes. A job starts a new run, so D1 rejects late writes of
 * the built-in processor. Artifacts that arrived while the asset waited are kept.
 */
function startFields(asset: AssetView): AssetFields {
  const isProcessing = asset.lifecycleState === "processing";
  const wasWaiting = isProcessing && asset.workerStrategy === "external";
  return {
    ...(isProcessing
      ? {}
      : { lifecyclesCompleted: completedWith(asset.lifecyclesCompleted, asset.lifecycleState) }),
    ...(wasWaiting ? {} : { artifacts: "{}" }),
    lifecycleState: stateAfter(asset.lifecycleState, "take"),
    run: asset.run + 1,
    workerStrategy: "external",
    failureReason: "",
    processingErrorMessage: "",
  };
}

/**
 * Returns the columns that a new text changes. Keywords and summary of the processor take precedence over
 * generated ones.
 */
function textFields(
  asset: AssetView,
  { origin, stored, tokens, keywords, summary }: AcceptedText,
): AssetFields {
  if (origin === "supplied")
    return {
      textVersion: stored.version,
      extractionStrategy: SUPPLIED_STRATEGY,
      chunkingStrategy: "paragraphs",
    };
  return {
    textVersion: stored.version,
    textTokens: tokens,
    extractionStrategy: "external",
    chunkingStrategy: "paragraphs",
    ...(asset.keywordStrategy === "external" ? {} : keywordFields(keywords, "statistical")),
    ...(asset.summaryStrategy === "external" ? {} : summaryFields(summary, "extractive")),
  };
}

function reportedFields({ displayName, keywords, summary, textTokens }: UpdateAssetStatusInput): AssetFields {
  return {
    ...(displayName === "" ? {} : { displayName }),
    ...(keywords.length === 0 ? {} : keywordFields(keywords, "external")),
    ...(summary === "" ? {} : summaryFields(summary, "external")),
    ...(textTokens === 0 ? {} : { textTokens }),
  };
}

function endFields(
  asset: AssetView,
  input: UpdateAssetStatusInput,
  ends: "finish" | "fail",
  now: Date,
): AssetFields {
  const ended = {
    lifecycleState: stateAfter(asset.lifecycleState, ends),
    lifecyclesCompleted: completedWith(asset.lifecyclesCompleted, "processing"),
    processingMessage: "",
  };
  if (ends === "finish") return { ...ended, lastReadyAt: now, failureReason: "", processingErrorMessage: "" };
  return { ...ended, failureReason: failureReasonOf(input), processingErrorMessage: input.message };
}

function keywordFields(keywords: readonly string[], keywordStrategy: string): AssetFields {
  return {
    keywords: JSON.stringify(keywords),
    keywordsTokens: countTextTokens(keywords.join(" ")),
    keywordStrategy,
  };
}

function summaryFields(summary: string, summaryStrategy: string): AssetFields {
  return { summary, summaryTokens: countTextTokens(summary), summaryStrategy };
}
