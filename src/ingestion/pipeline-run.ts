import type { RefreshOutcome } from "../domain/page-refresh.ts";
import type { IndexedMembership } from "../storage/d1/assets/index-sync.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import type { Progress } from "./record-progress.ts";
import type { PipelineDependencies } from "./pipeline-dependencies.ts";
import type { ProcessingJob } from "./processing-job.ts";
import type { SmallDocument } from "./small-document.ts";
import type { Deadline, StageClock } from "./stage-clock.ts";
import type { StoredExtraction } from "./store-extraction.ts";

/**
 * The processing mode of an asset.
 * - `fetch`: the asset's page must be fetched first.
 * - `delegated`: an external processor handles the asset.
 * - `in_memory`: the file is small, and its progress is recorded once at the end.
 * - `staged`: the progress of each stage is recorded.
 * - `refresh`: the page is fetched again while the asset stays unchanged.
 * - `reindex`: the asset has its new text, but the index does not.
 * - `done`: no stage is left for this service.
 */
export type ProcessingMode = "fetch" | "delegated" | "in_memory" | "staged" | "refresh" | "reindex" | "done";

/** One attempt at the remaining stages of an asset. */
export interface PipelineRun {
  readonly deps: PipelineDependencies;
  readonly job: ProcessingJob;
  /** Enforces the deadline of the current stage. */
  readonly clock: StageClock;
  /** The asset as last recorded, with pending progress applied. */
  asset: AssetRow;
  /** The collections that contain the asset directly, as last read. */
  collectionIds: readonly string[];
  mode: ProcessingMode;
  /** The bytes of a small file until its text is indexed. */
  source: Uint8Array<ArrayBuffer> | null;
  document: SmallDocument | null;
  /** Progress to record with the next commit. */
  pending: Progress | null;
  isStarted: boolean;
  /** The collections that this attempt sent to the index. */
  indexedIn: readonly string[] | null;
  /** The name that this attempt sent to the index. */
  indexedAs: string | null;
  /** Outcome of the refresh, if the run is one. */
  refreshed: RefreshOutcome | null;
}

/** The result of a stage. */
export interface Changes {
  /** Progress to record in D1. */
  readonly progress?: Progress;
  /**
   * Job fields to save after the progress is recorded. After a crash, work that was not saved is repeated.
   */
  readonly kept?: Partial<ProcessingJob>;
  /** The updated asset, if the stage has recorded it itself. */
  readonly arrived?: AssetRow;
  /** The mode in which the run continues. */
  readonly mode?: ProcessingMode;
}

/** A stage of the pipeline. Every stage is idempotent. */
export interface Stage {
  readonly name: string;
  readonly deadline: Deadline;
  /** Deadline for a file that is too large for a parser. */
  readonly longDeadline?: Deadline;
  readonly modes: readonly ProcessingMode[];
  /** Whether the job has finished this stage. */
  readonly isDone?: (job: ProcessingJob) => boolean;
  /** Step and message that users see during the stage. Without it, users see nothing of the stage. */
  readonly shows?: Shown;
  /** @throws ExtractionError, SandboxBusy, StaleRun, or any storage error */
  readonly run: (run: PipelineRun, asset: AssetRow) => Changes | Promise<Changes>;
}

export interface Shown {
  readonly step: "processing" | "extract";
  readonly message: string;
}

/** Number of files in the document that can be unpacked. */
export function entryCountOf({ document, job }: PipelineRun): number {
  return (document ?? job.text)?.entryCount ?? 0;
}

/** Returns the membership and name that this attempt sent to the index. */
export function placementOf({ asset, indexedIn, indexedAs }: PipelineRun): IndexedMembership {
  return { assetId: asset.id, collectionIds: indexedIn, displayName: indexedAs };
}

/** Returns the text of a run, from memory or from an earlier attempt. */
export function runText({
  document,
  job,
}: PipelineRun): Pick<
  StoredExtraction,
  "version" | "textKey" | "chunksKey" | "keywords" | "summary" | "note"
> {
  const text = document ?? job.text;
  if (text === null) throw new Error("a text that is not there can be neither indexed nor finished");
  return text;
}
