import type { AssetStep, StepRecord } from "../domain/asset.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import type { Progress } from "./record-progress.ts";
import { countTextTokens } from "../text/count-text-tokens.ts";
import { nameFromUrl } from "../net/name-from-url.ts";
import type { Shown } from "./pipeline-run.ts";
import type { ProcessingJob } from "./processing-job.ts";
import type { StoredExtraction } from "./store-extraction.ts";

export const INDEXING = "Making the text searchable.";

/**
 * Returns the fields of an asset with a new text. The title of a page replaces a display name that is the
 * page's address.
 */
export function textFields(
  asset: AssetRow,
  sha256: string,
  { title, version, tokens, strategy, artifacts }: StoredExtraction,
) {
  const isUnnamed =
    title !== "" && asset.sourceUrl !== "" && asset.displayName === nameFromUrl(asset.sourceUrl);
  return {
    sha256,
    displayName: isUnnamed ? nameFromUrl(title) : asset.displayName,
    textVersion: version,
    textTokens: tokens,
    extractionStrategy: strategy,
    chunkingStrategy: "paragraphs",
    workerStrategy: "built-in",
    artifacts: JSON.stringify(artifacts),
  } as const;
}

/** Returns the fields of an asset that becomes ready. */
export function readyFields(
  { keywords, summary, note }: Pick<StoredExtraction, "keywords" | "summary" | "note">,
  now: Date,
) {
  return {
    keywords: JSON.stringify(keywords),
    keywordsTokens: countTextTokens(keywords.join(" ")),
    summary,
    summaryTokens: countTextTokens(summary),
    keywordStrategy: "statistical",
    summaryStrategy: "extractive",
    processingMessage: note,
    lastReadyAt: now,
  } as const;
}

/** Returns the record of a step that starts, without the result of earlier attempts. */
export function startedStep(startAt: Date, count: number): Partial<StepRecord> {
  return { startAt, completedAt: null, failedAt: null, failedReason: "", statusCode: 102, count };
}

/** Returns the progress of an attempt that starts to work on the text. */
export function startedProgress({ attempts }: ProcessingJob, { step, message }: Shown): Progress {
  const begun = startedStep(new Date(), attempts);
  return {
    steps: { processing: begun, [step]: { ...begun, message } },
    fields: { processingMessage: message, failureReason: "", processingErrorMessage: "" },
  };
}

/** Combines two updates into one with the same effect. */
export function mergedProgress(first: Progress | null, then: Progress): Progress {
  if (first === null) return then;
  const steps = { ...first.steps };
  for (const [name, change] of Object.entries(then.steps) as [AssetStep, Partial<StepRecord>][]) {
    steps[name] = { ...steps[name], ...change };
  }
  const orders = then.orders ?? first.orders;
  return {
    ...first,
    ...then,
    ...(orders === undefined ? {} : { orders }),
    steps,
    fields: { ...first.fields, ...then.fields },
    statements: [...(first.statements ?? []), ...(then.statements ?? [])],
    units: (first.units ?? 0) + (then.units ?? 0),
  };
}
