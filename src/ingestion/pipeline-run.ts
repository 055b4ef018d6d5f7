import type { RefreshOutcome } from "../domain/page-refresh.ts";
import type { Placement } from "../storage/d1/assets/placements.ts";
import type { AssetRow } from "../storage/d1/assets/assets.ts";
import type { Progress } from "./asset-progress.ts";
import type { PipelineDependencies } from "./pipeline-dependencies.ts";
import type { ProcessingJob } from "./processing-job.ts";
import type { SmallDocument } from "./small-document.ts";
import type { Deadline, StageClock } from "./step-deadline.ts";
import type { StoredText } from "./stored-text.ts";

/**
 * Which way an asset takes through the stages. `page`: its page is still to be fetched. `worker`: an external worker is to read it.
 * `memory`: a small file, recorded once, at the end. `steps`: each stage is recorded. `refresh`: a page is fetched again, while the asset
 * stays as it is; `renewed`: it has its new text, and the index not yet. `over`: nothing is left to do here.
 */
export type Lane = "page" | "worker" | "memory" | "steps" | "refresh" | "renewed" | "over";

/** One attempt to take an asset through what is left of its run. */
export interface PipelineRun {
  readonly deps: PipelineDependencies;
  readonly job: ProcessingJob;
  /** Measures the deadline of the stage that is under way. */
  readonly clock: StageClock;
  /** As last recorded, with what is still held back. */
  asset: AssetRow;
  /** The collections that hold it directly, as last read. */
  collectionIds: readonly string[];
  lane: Lane;
  /** Of a small file, on its way from its bytes to the index. */
  source: Uint8Array<ArrayBuffer> | null;
  document: SmallDocument | null;
  /** Progress that is recorded with what follows. */
  pending: Progress | null;
  isBegun: boolean;
  /** The collections that the index was given in this attempt. */
  indexedIn: readonly string[] | null;
  /** The name that it was given. */
  indexedAs: string | null;
  /** What came of fetching the page again. */
  refreshed: RefreshOutcome | null;
}

/** What a stage has done. */
export interface Changes {
  /** Recorded in D1. */
  readonly progress?: Progress;
  /** Kept of the job, once the progress is recorded: a crash repeats what is not kept. */
  readonly kept?: Partial<ProcessingJob>;
  /** The asset, where the stage has recorded it itself. */
  readonly arrived?: AssetRow;
  /** The way it takes from here. */
  readonly lane?: Lane;
}

/** What every stage of the pipeline is. Each may be repeated without harm. */
export interface Stage {
  readonly name: string;
  readonly deadline: Deadline;
  /** Of a file that is too large for a parser. */
  readonly longDeadline?: Deadline;
  readonly lanes: readonly Lane[];
  /** Whether it is behind the job already. */
  readonly isDone?: (job: ProcessingJob) => boolean;
  /** What people see while it is under way, and of which step. Without it, the stage is not shown. */
  readonly shows?: Shown;
  /** @throws ExtractionError, SandboxBusy, Superseded, or whatever a store throws */
  readonly run: (run: PipelineRun, asset: AssetRow) => Changes | Promise<Changes>;
}

export interface Shown {
  readonly step: "processing" | "extract";
  readonly message: string;
}

/** How many files are in it that can be unpacked. */
export function membersOf({ document, job }: PipelineRun): number {
  return (document ?? job.text)?.members ?? 0;
}

/** What this attempt has given the index. */
export function placementOf({ asset, indexedIn, indexedAs }: PipelineRun): Placement {
  return { assetId: asset.id, collectionIds: indexedIn, displayName: indexedAs };
}

/** The text of a run: at hand, or kept of an earlier attempt. */
export function textOf({
  document,
  job,
}: PipelineRun): Pick<StoredText, "version" | "textKey" | "chunksKey" | "keywords" | "summary" | "note"> {
  const text = document ?? job.text;
  if (text === null) throw new Error("a text that is not there can be neither indexed nor finished");
  return text;
}
