import { ASSET_STEPS, type AssetStep, parseSteps, type StepRecord } from "./asset.ts";
import { failureCodeOf } from "./failure-code.ts";
import type { AssetProgress } from "./events.ts";
import { cutText } from "../text/cut-text.ts";

/** Maximum length of a text in UTF-16 code units. It is short, because one event contains many assets. */
const MAX_TEXT = 1_000;

/** Columns of an asset that describe its progress. */
export interface ProcessedAsset {
  readonly lifecycleState: string;
  /** Step records as JSON. */
  readonly steps: string;
  readonly processingMessage: string;
  readonly failureReason: string;
  readonly textTokens: number;
  readonly version: number;
}

/**
 * Returns the progress of an asset for the subscribers of a thread.
 * @param showsText true to include texts that may reveal the content of the asset
 */
export function progressOf(asset: ProcessedAsset, showsText: boolean): AssetProgress {
  const { lifecycleState, steps, processingMessage, failureReason, textTokens, version } = asset;
  const message = showsText ? cutText(processingMessage, MAX_TEXT) : "";
  const reason = showsText ? cutText(failureReason, MAX_TEXT) : "";
  return {
    lifecycleState,
    step: stepOf(lifecycleState, steps),
    message,
    failureReason: reason,
    failureCode: failureCodeOf(reason),
    textTokens,
    version,
  };
}

/**
 * Returns the failed step of a failed asset, otherwise the newest running step. `processing` spans all other
 * steps, so it counts only if no other step runs.
 */
function stepOf(state: string, stored: string): AssetStep | "" {
  const steps = parseSteps(stored);
  const isMeant = ({ startAt, completedAt, failedAt }: StepRecord): boolean =>
    state === "failed"
      ? failedAt !== null
      : state === "processing" && startAt !== null && completedAt === null && failedAt === null;
  const meant = ASSET_STEPS.filter((step) => isMeant(steps[step]));
  const at = (step: AssetStep): number =>
    step === "processing" ? -1 : (steps[step].occurredAt?.getTime() ?? 0);
  return meant.toSorted((one, other) => at(other) - at(one))[0] ?? "";
}
