import { type AssetEvent, awaitsPage, endingOf, transition } from "../domain/asset-lifecycle.ts";
import {
  type AssetStep,
  completedWith,
  parseSteps,
  type StepRecord,
  stringifySteps,
} from "../domain/asset.ts";
import type { AssetRow, AssetTextRow } from "../storage/d1/assets/assets.ts";
import { findAssetRow, saveAssetText, selectHolders } from "../storage/d1/assets/assets.ts";
import { CommitConflict } from "../domain/conflicts.ts";
import { type Assertion, commit, type Writer } from "../storage/d1/core/commit.ts";
import type { Statement } from "../storage/d1/core/database.ts";
import { type OutboxEntry, removeOutbox } from "../storage/d1/service/outbox.ts";
import { type AssetFields, updateAssetRow } from "../storage/d1/assets/changes.ts";
import { isOfRun } from "../storage/d1/assets/processing.ts";
import { startEntries } from "../storage/d1/assets/archive-entries.ts";
import { finishPage } from "../storage/d1/assets/crawls.ts";
import { countUnitsOnce } from "../storage/d1/service/audit.ts";
import { enqueueIndexSync, type IndexedMembership } from "../storage/d1/assets/index-sync.ts";
import { enqueueProgress } from "../storage/d1/assets/watchers.ts";
import type { ProcessingJob } from "./processing-job.ts";
import { StaleRun } from "./stale-run.ts";

export interface ProgressWriter extends Writer {
  /** The outbox entry of this work, which the first recorded progress deletes. */
  readonly order: string | null;
  /**
   * Notifies the rooms that wait for the asset. Receives the outbox entries that the commit enqueued. Never
   * rejects; a notification that is not sent stays in the outbox.
   */
  readonly notify: (ordered: readonly OutboxEntry[]) => Promise<void>;
}

export interface Progress {
  /** Changed fields of each step. */
  readonly steps: Partial<Record<AssetStep, Partial<StepRecord>>>;
  readonly fields?: AssetFields;
  /** The event that ends the run, if this progress ends it. */
  readonly ends?: Extract<AssetEvent, "finish" | "fail">;
  /**
   * The membership and name in the index. If they have changed since, the commit enqueues an index update.
   */
  readonly indexed?: IndexedMembership;
  /** The text that becomes current. */
  readonly text?: AssetTextRow;
  /**
   * Whether an external processor or another Durable Object continues the work, which frees the asset's slot.
   */
  readonly isDelegated?: boolean;
  /** Reads the outbox entries that the last of `statements` enqueued. */
  readonly orders?: ReturnType<typeof finishPage>["order"];
  /** Further assertions of the same commit. */
  readonly asserts?: readonly Assertion[];
  /** Further statements of the same commit. */
  readonly statements?: readonly Statement[];
  /** Number of text tokens that the run has read. */
  readonly units?: number;
  /** Size of the original that was received, in bytes. */
  readonly bytes?: number;
  /** Whether an earlier attempt may have counted `units` already. */
  readonly isCounted?: boolean;
}

export interface RecordedAsset {
  readonly asset: AssetRow;
  /** The collections that contain the asset directly. */
  readonly collectionIds: readonly string[];
}

/**
 * Records a run's progress if the asset still belongs to the run and is in the expected state.
 * @returns the updated asset
 * @throws StaleRun
 */
export async function recordProgress(
  writer: ProgressWriter,
  asset: AssetRow,
  progress: Progress,
): Promise<RecordedAsset> {
  const { db, now } = writer;
  const fields = fieldsOf(asset, progress, now);
  // When an archive entry ends, the next entry starts.
  const isOver = progress.ends !== undefined || progress.isDelegated === true;
  const usage = { userId: asset.createdBy, bytes: progress.bytes ?? 0 };
  const next = isOver && asset.parentId !== null ? startEntries(db, asset.parentId, 1, now) : null;
  try {
    const rows = await commit(writer, {
      asserts: [{ name: "run_owns_asset", holds: isOfRun(asset) }, ...(progress.asserts ?? [])],
      writes: [
        updateAssetRow(db, asset.id, fields, writer),
        ...(progress.text === undefined ? [] : [saveAssetText(db, progress.text)]),
        ...(progress.statements ?? []),
        ...(next?.statements ?? []),
        ...(writer.order === null ? [] : [removeOutbox(db, writer.order)]),
      ],
      audit: {
        organizationId: asset.organizationId,
        targetId: asset.id,
        units: unitsOf(writer, asset, progress),
        usage,
        changes: endingOf(fields.lifecycleState),
      },
      returning: {
        asset: findAssetRow(db, asset.id),
        holders: selectHolders(db, asset.id),
        watchers: enqueueProgress(db, asset.id, now),
        ...(progress.indexed === undefined ? {} : { placed: enqueueIndexSync(db, [progress.indexed], now) }),
        ...(progress.orders === undefined ? {} : { orders: progress.orders }),
        ...(next === null ? {} : { next: next.orders }),
      },
    });
    const {
      placed = [],
      orders = [],
      next: member = [],
    } = rows as { readonly [K in "placed" | "orders" | "next"]?: readonly OutboxEntry[] };
    await writer.notify([...rows.watchers, ...placed, ...orders, ...member]);
    return {
      asset: rows.asset[0] ?? asset,
      collectionIds: rows.holders.map((holder) => holder.collectionId),
    };
  } catch (error) {
    throw error instanceof CommitConflict ? new StaleRun(error.message) : error;
  }
}

function unitsOf(
  writer: Writer,
  { organizationId, id }: AssetRow,
  { units = 0, isCounted = false }: Progress,
) {
  return units > 0 && isCounted ? countUnitsOnce(writer, organizationId, id, units) : units;
}

/**
 * Returns the asset fields that the progress changes.
 * @throws StaleRun if the state transition is invalid
 */
export function fieldsOf(asset: AssetRow, progress: Progress, now: Date): AssetFields {
  const steps = parseSteps(asset.steps);
  for (const [step, change] of Object.entries(progress.steps)) {
    steps[step as AssetStep] = { ...steps[step as AssetStep], ...change, occurredAt: now };
  }
  const moved = progress.ends === undefined ? {} : movedBy(asset, progress.ends);
  return { ...progress.fields, ...moved, steps: stringifySteps(steps) };
}

function movedBy({ lifecycleState: from, lifecyclesCompleted }: AssetRow, event: AssetEvent) {
  const lifecycleState = transition(from, event);
  if (lifecycleState === null) throw new StaleRun(`an asset that is ${from} cannot ${event}`);
  return { lifecycleState, lifecyclesCompleted: completedWith(lifecyclesCompleted, from) };
}

/** Crawl result for a page that could not be fetched. The crawl continues with other pages. */
const NOT_FETCHED = { isFetched: false, found: [], origin: null, pauseMs: null } as const;

/**
 * Ends a run as failed. Users see `reason`, and operators see `detail`.
 * @throws StaleRun
 */
export async function failAsset(
  writer: () => ProgressWriter,
  job: ProcessingJob,
  reason: string,
  detail: string,
): Promise<void> {
  const { asset: rows } = await writer().db.read({ asset: findAssetRow(writer().db, job.assetId) });
  const asset = rows[0];
  if (asset === undefined || !isUnderWay(asset) || (job.run !== null && asset.run !== job.run)) {
    throw new StaleRun("the asset is not this run's any more");
  }
  const failedAt = writer().now;
  const known = parseSteps(asset.steps);
  const failure = (name: AssetStep): Partial<StepRecord> => ({
    startAt: known[name].startAt ?? failedAt,
    failedAt,
    failedReason: reason,
    statusCode: 422,
    message: reason,
  });
  const step: AssetStep = job.run === null ? "processing" : job.text === null ? "extract" : "summarize";
  const crawl = awaitsPage(asset)
    ? finishPage(
        writer().db,
        { ...NOT_FETCHED, assetId: asset.id, host: new URL(asset.sourceUrl).host },
        failedAt,
      )
    : null;
  await recordProgress(writer(), asset, {
    ...(crawl === null ? {} : { statements: crawl.writes, orders: crawl.order }),
    steps: { processing: failure("processing"), [step]: failure(step) },
    ends: "fail",
    fields: {
      jobId: null,
      failureReason: reason,
      processingMessage: "",
      processingErrorMessage: detail.slice(0, 500),
    },
  });
}

function isUnderWay(asset: AssetRow): boolean {
  return asset.lifecycleState === "processing" || awaitsPage(asset);
}
