/**
 * Decides the effect of an external processor's update on an asset. A job owns the asset from its first
 * `started` update. Its ownership ends if the step `processing` completes, or if a step fails without which
 * the asset has no text. Updates may arrive twice and in any order. A recorded update is a duplicate whenever
 * it arrives again. A finished step does not change within its job.
 */
import { type AssetEvent, transition } from "./asset-lifecycle.ts";
import { type AssetState, type AssetStep, NOT_STARTED, type StepRecord, type StepRecords } from "./asset.ts";

export const UPDATE_STATUSES = ["started", "progress", "completed", "failed"] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

export interface ProcessorUpdate {
  readonly jobId: string;
  readonly step: AssetStep;
  readonly status: UpdateStatus;
  /** Status of the step, as an HTTP status code. */
  readonly statusCode: number;
  readonly message: string;
}

/** State of an asset, as far as the decision depends on it. */
export interface AssetUnderUpdate {
  readonly lifecycleState: AssetState;
  /** Id of the job that owns the asset, or null. */
  readonly jobId: string | null;
  readonly steps: StepRecords;
}

export type UpdateDecision =
  /** A duplicate without news, a rejected update, or a recorded update. */
  { readonly kind: "repeat" } | { readonly kind: "refused"; readonly reason: string } | RecordedUpdate;

export interface RecordedUpdate {
  readonly kind: "recorded";
  readonly steps: StepRecords;
  readonly startsJob: boolean;
  /** Event that ends the processing and the job. Null if both continue. */
  readonly ends: Extract<AssetEvent, "finish" | "fail"> | null;
}

/**
 * Steps without which an asset has no text. Failures of other steps, such as summary or embeddings, are only
 * recorded.
 */
const ENDING_STEPS: readonly AssetStep[] = ["processing", "extract", "transcribe"];
const MAX_SEEN = 64;
const NO_REASON = "The processor could not process this file. Save it as PDF, DOCX or text, and upload that.";

/** @param fingerprint hash of the whole update; duplicates have the same fingerprint */
export function decideUpdate(
  asset: AssetUnderUpdate,
  update: ProcessorUpdate,
  fingerprint: string,
  now: Date,
): UpdateDecision {
  if (asset.steps[update.step].seen.includes(fingerprint)) return { kind: "repeat" };
  if (transition(asset.lifecycleState, asset.jobId === null ? "take" : "report") === null) {
    return rejected("The file of this asset has not arrived.");
  }
  if (asset.jobId !== null) {
    if (asset.jobId !== update.jobId) return rejected("Another job is processing this asset.");
    return decideStep(asset.steps, update, fingerprint, now, false);
  }
  const hadJob = Object.values(asset.steps).some((record) => record.jobId === update.jobId);
  if (hadJob) return rejected("This job has ended. Its steps cannot go back.");
  if (update.status !== "started")
    return rejected("No job is processing this asset. The first update of a job must be `started`.");
  return decideStep(resetSteps(asset.steps), update, fingerprint, now, true);
}

function decideStep(
  steps: StepRecords,
  update: ProcessorUpdate,
  fingerprint: string,
  now: Date,
  startsJob: boolean,
): UpdateDecision {
  const record = steps[update.step];
  if (record.completedAt !== null || record.failedAt !== null)
    return rejected(`The step "${update.step}" has ended and cannot go back.`);
  if (update.status === "started" && record.status === "progress") return { kind: "repeat" };
  const changed = { ...steps, [update.step]: recorded(record, update, fingerprint, now) };
  const fails = update.status === "failed" && ENDING_STEPS.includes(update.step);
  if (fails && update.step !== "processing")
    changed.processing = recorded(steps.processing, update, null, now);
  const completes = update.status === "completed" && update.step === "processing";
  return { kind: "recorded", steps: changed, startsJob, ends: completes ? "finish" : fails ? "fail" : null };
}

function recorded(
  record: StepRecord,
  update: ProcessorUpdate,
  fingerprint: string | null,
  now: Date,
): StepRecord {
  const { jobId, status, statusCode, message } = update;
  return {
    ...record,
    jobId,
    status,
    statusCode,
    message,
    startAt: record.startAt ?? now,
    occurredAt: now,
    count: status === "started" ? record.count + 1 : Math.max(record.count, 1),
    completedAt: status === "completed" ? now : null,
    failedAt: status === "failed" ? now : null,
    failedReason: status === "failed" ? failureReasonOf(update) : "",
    seen: fingerprint === null ? record.seen : [...record.seen, fingerprint].slice(-MAX_SEEN),
  };
}

/** Returns the failure reason that users see. */
export function failureReasonOf({ message }: ProcessorUpdate): string {
  return message.trim() === "" ? NO_REASON : message;
}

/**
 * Returns the steps of a new job. Keeps the recorded fingerprints, so that a late duplicate of an earlier
 * job's update has no effect.
 */
function resetSteps(steps: StepRecords): StepRecords {
  const entries = Object.entries(steps).map(([step, { seen }]) => [step, { ...NOT_STARTED, seen }]);
  return Object.fromEntries(entries) as StepRecords;
}

function rejected(reason: string): UpdateDecision {
  return { kind: "refused", reason };
}
