import { ASSET_STEPS, type AssetStep, parseSteps, type StepRecord } from "./asset.ts";
import type { AssetProgress } from "./events.ts";
import { cutText } from "../text/cut-text.ts";

/** In UTF-16 code units: an event tells of many assets. */
const MAX_TEXT = 1_000;

/** The columns of an asset that tell how far its processing is. */
export interface ProcessedAsset {
  readonly lifecycleState: string;
  /** JSON of the step records. */
  readonly steps: string;
  readonly processingMessage: string;
  readonly failureReason: string;
  readonly textTokens: number;
  readonly version: number;
}

/** How far an asset is, for the people of a thread. @param showsText whether texts that may speak of its content are for them */
export function progressOf(asset: ProcessedAsset, showsText: boolean): AssetProgress {
  const { lifecycleState, steps, processingMessage, failureReason, textTokens, version } = asset;
  const message = showsText ? cutText(processingMessage, MAX_TEXT) : "";
  const reason = showsText ? cutText(failureReason, MAX_TEXT) : "";
  return { lifecycleState, step: stepOf(lifecycleState, steps), message, failureReason: reason, textTokens, version };
}

/**
 * Of a failed asset the step that failed, else the one that is under way: the newest, and `processing`, which spans the others, only when it is
 * the one left.
 */
function stepOf(state: string, stored: string): AssetStep | "" {
  const steps = parseSteps(stored);
  const isMeant = ({ startAt, completedAt, failedAt }: StepRecord): boolean =>
    state === "failed" ? failedAt !== null : state === "processing" && startAt !== null && completedAt === null && failedAt === null;
  const meant = ASSET_STEPS.filter((step) => isMeant(steps[step]));
  const at = (step: AssetStep): number => (step === "processing" ? -1 : (steps[step].occurredAt?.getTime() ?? 0));
  return meant.toSorted((one, other) => at(other) - at(one))[0] ?? "";
}
