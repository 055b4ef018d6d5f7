import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import { saveAssetTexts } from "../../storage/d1/assets/assets.ts";
import { type AssetChange, updateAssetRows } from "../../storage/d1/assets/changes.ts";
import { enqueueIndexSync } from "../../storage/d1/assets/index-sync.ts";
import { areOfRuns } from "../../storage/d1/assets/processing.ts";
import { enqueueProgressOf } from "../../storage/d1/assets/watchers.ts";
import { endingOf } from "../../domain/asset-lifecycle.ts";
import { commitAll } from "../../storage/d1/core/commit.ts";
import { removeOutboxes } from "../../storage/d1/service/outbox.ts";
import { fieldsOf, type ProgressWriter } from "../record-progress.ts";
import type { EnqueuedText } from "../api.ts";
import type { PipelineDependencies } from "../pipeline-dependencies.ts";
import { type PipelineRun, placementOf } from "../pipeline-run.ts";
import { newJob } from "../processing-job.ts";
import { readInMemory } from "../run-stages.ts";
import { mergedProgress } from "../progress-fields.ts";
import { indexDeadline, indexInputOf } from "../stages/index-text.ts";
import { summarize } from "../stages/summarize.ts";
import { RECORDING, withinDeadline } from "../stage-clock.ts";

/**
 * SQLite's JSON functions end a text at U+0000 and cannot represent lone surrogates, so the batch skips such
 * texts.
 */
const NOT_IN_JSON = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** An indexed text with the progress to record. */
interface Ended {
  readonly run: PipelineRun;
  readonly order: string;
  readonly change: AssetChange;
  readonly text: Parameters<typeof saveAssetTexts>[1][number];
  readonly units: number;
}

/**
 * Processes short texts of one organization up to `ready`. Extracts and stores each text, indexes all of them
 * with one call, and records all of them with one commit.
 * @returns the texts that are `ready`; the other texts are unchanged and need their own pipelines
 */
export async function processBatch(
  deps: PipelineDependencies,
  ordered: readonly EnqueuedText[],
): Promise<ReadonlySet<Id<"asset">>> {
  const read = await Promise.all(
    ordered.map(async (text) => ({ run: await tryToRead(deps, text), order: text.order })),
  );
  const indexed = await indexAll(
    deps,
    read.flatMap(({ run, order }) => (run === null ? [] : [{ run, order }])),
  );
  const ended = indexed.flatMap(({ run, order }) => endedOf(run, order) ?? []);
  if (ended.length === 0) return new Set();
  await withinDeadline(RECORDING, async () => await record(deps, ended));
  return new Set(ended.map(({ run }) => run.asset.id));
}

/** @returns null if the text needs its own pipeline, which will report the error */
async function tryToRead(deps: PipelineDependencies, text: EnqueuedText): Promise<PipelineRun | null> {
  try {
    const job = { ...newJob(text.asset.id, text.order), attempts: 1 };
    return await readInMemory(deps, job, text);
  } catch {
    return null;
  }
}

interface Read {
  readonly run: PipelineRun;
  readonly order: string;
}

/** @returns the texts that the index contains */
async function indexAll(deps: PipelineDependencies, read: readonly Read[]): Promise<Read[]> {
  const shards = Map.groupBy(read, ({ run }) => run.asset.shard);
  const indexed: Read[] = [];
  for (const [shard, those] of shards) {
    const { organizationId } = those[0]!.run.asset;
    const inputs = those.map(({ run }) => indexInputOf(run));
    const results = await withinDeadline(
      indexDeadline,
      async () => await deps.index(organizationId, shard).replaceAssets(inputs),
    );
    for (const [at, one] of those.entries()) {
      if (results[at]?.outcome !== "replaced") continue;
      one.run.indexedIn = one.run.collectionIds;
      one.run.indexedAs = one.run.asset.displayName;
      indexed.push(one);
    }
  }
  return indexed;
}

/** @returns null if the result cannot be recorded in the batch */
function endedOf(run: PipelineRun, order: string): Ended | null {
  const last = summarize.run(run, run.asset);
  if (last instanceof Promise || last.progress === undefined) return null;
  const progress = mergedProgress(run.pending, last.progress);
  if (progress.text === undefined) return null;
  // The name is omitted: only pages change their name, and a name that a user set meanwhile must stay.
  const { displayName: _, ...fields } = fieldsOf(run.asset, progress, new Date());
  if (NOT_IN_JSON.test(JSON.stringify(fields))) return null;
  return {
    run,
    order,
    change: { id: run.asset.id, fields },
    text: progress.text,
    units: progress.units ?? 0,
  };
}

/** @throws CommitConflict if one of the texts has a newer run; nothing is recorded in that case */
async function record({ db, writer }: PipelineDependencies, ended: readonly Ended[]): Promise<void> {
  const by: ProgressWriter = writer();
  const ids = ended.map(({ change }) => change.id);
  const changes = ended.map(({ run: { asset, job }, units, change }) => {
    const ending = endingOf(change.fields.lifecycleState);
    const audit = {
      organizationId: asset.organizationId,
      targetId: asset.id,
      units,
      changes: ending,
      usage: { userId: asset.createdBy },
    };
    return { writer: { ...by, actorId: SERVICE_USER_ID, operationId: job.operationId as Id<"op"> }, audit };
  });
  const { rows } = await commitAll(db, changes, {
    asserts: [{ name: "run_owns_asset", holds: areOfRuns(ended.map(({ run }) => run.asset)) }],
    writes: [
      updateAssetRows(
        db,
        ended.map(({ change }) => change),
        by,
      ),
      saveAssetTexts(
        db,
        ended.map(({ text }) => text),
      ),
      removeOutboxes(
        db,
        ended.map(({ order }) => order),
      ),
    ],
    returning: {
      placed: enqueueIndexSync(
        db,
        ended.map(({ run }) => placementOf(run)),
        by.now,
      ),
      told: enqueueProgressOf(db, ids, by.now),
    },
  });
  await by.notify([...rows.placed, ...rows.told]);
}
