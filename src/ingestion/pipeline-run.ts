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
 * - `fetch`: its page must be fetched.
 * - `delegated`: an external processor handles it.
 * - `in_memory`: a small file, recorded once at the end.
 * - `staged`: each stage is recorded.
 * - `refresh`: its page is fetched again while the asset stays unchanged.
 * - `reindex`: it has its new text, and the index does not.
 * - `done`: nothing is left to do here.
 */
export type ProcessingMode = "fetch" | "delegated" | "in_memory" | "staged" | "refresh" | "reindex" | "done";

/** One attempt at the remaining stages of an asset. */
export interface PipelineRun {
  readonly deps: PipelineDependencies;
  readonly job: ProcessingJob;
  /** Measures the deadline of the current stage. */
  readonly clock: StageClock;
  /** As last recorded, plus pending progress. */
  asset: AssetRow;
  /** The collections that contain it directly, as last read. */
  collectionIds: readonly string[];
  mode: ProcessingMode;
  /** The bytes of a small file until it is indexed. */
  source: Uint8Array<ArrayBuffer> | null;
  document: SmallDocument | null;
  /** Progress to record with the next commit. */
  pending: Progress | null;
  isStarted: boolean;
  /** The collections that this attempt sent to the index. */
  indexedIn: readonly string[] | null;
  /** The name that this attempt sent to the index. */
  indexedAs: string | null;
  /** Result of the refresh. */
  refreshed: RefreshOutcome | null;
}

/** The result of a stage. */
export interface Changes {
  /** To record in D1. */
  readonly progress?: Progress;
  /** Job fields to save after the progress is recorded. A crash repeats unsaved work. */
  readonly kept?: Partial<ProcessingJob>;
  /** The asset, if the stage has recorded it itself. */
  readonly arrived?: AssetRow;
  /** The next mode. */
  readonly mode?: ProcessingMode;
}

/** A stage of the pipeline. Each is idempotent. */
export interface Stage {
  readonly name: string;
  readonly deadline: Deadline;
  /** Deadline of a file that is too large for a parser. */
  readonly longDeadline?: Deadline;
  readonly modes: readonly ProcessingMode[];
  /** Whether the job has finished this stage. */
  readonly isDone?: (job: ProcessingJob) => boolean;
  /** The step and message that users see during the stage. Without it, the stage is not displayed. */
  readonly shows?: Shown;
  /** @throws ExtractionError, SandboxBusy, Superseded, or any storage error */
  readonly run: (run: PipelineRun, asset: AssetRow) => Changes | Promise<Changes>;
}

export interface Shown {
  readonly step: "processing" | "extract";
  readonly message: string;
}

/** Number of files in it that can be unpacked. */
export function entryCountOf({ document, job }: PipelineRun): number {
  return (document ?? job.text)?.entryCount ?? 0;
}

/** The membership and name that this attempt sent to the index. */
export function placementOf({ asset, indexedIn, indexedAs }: PipelineRun): IndexedMembership {
  return { assetId: asset.id, collectionIds: indexedIn, displayName: indexedAs };
}

/** The text of a run, from memory or from an earlier attempt. */
export function runText({
  document,
  job,
}: PipelineRun): Pick<StoredExtraction, "version" | "textKey" | "chunksKey" | "keywords" | "summary" | "note"> {
  const text = document ?? job.text;
  if (text === null) throw new Error("a text that is not there can be neither indexed nor finished");
  return text;
}
